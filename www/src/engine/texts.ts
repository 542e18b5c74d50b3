// Texts that are almost JSON, and several of them at once.

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { isObject } from "../json/pointer";

/** The text with quotes, commas, comments and brackets put right, and the first line that differs. */
export async function repair(text: string): Promise<{ text: string; first: string } | undefined> {
  const { jsonrepair } = await import("jsonrepair");
  try {
    const repaired = jsonrepair(text);
    if (!isObject(JSON.parse(repaired)) && !Array.isArray(JSON.parse(repaired))) return undefined;
    return { text: repaired, first: firstDifference(text, repaired) };
  } catch {
    return undefined;
  }
}

function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const line = old.findIndex((text, index) => text !== now[index]);
  const shown = (text: string | undefined) => (text ?? "").trim().slice(0, 60);
  return `line ${line + 1}: ${shown(old[line])} → ${shown(now[line])}`;
}

/** One document of several: the tools of each, in order, as they are spelled. */
export function combine(texts: string[]): string {
  return `{"tools": [\n${texts.flatMap(documentsOf).flatMap(toolsOf).join(",\n")}\n]}`;
}

/** The text itself, or, where it holds JSON Lines, each of them. */
function documentsOf(text: string): string[] {
  try {
    JSON.parse(text);
    return [text];
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    for (const line of lines) JSON.parse(line);
    return lines;
  }
}

function toolsOf(text: string): string[] {
  const tree = parseTree(text);
  const list = tree && listIn(tree);
  if (!list) return [text.trim()];
  return (list.children ?? []).map(({ offset, length }) => text.slice(offset, offset + length));
}

/** The list itself, that of a `tools/list` result, or that of a whole JSON-RPC answer. */
const listIn = (tree: Node): Node | undefined =>
  [[], ["tools"], ["result", "tools"]]
    .map((path) => findNodeAtLocation(tree, path))
    .find((node) => node?.type === "array");
