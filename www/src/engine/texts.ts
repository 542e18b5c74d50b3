// Several texts at once.

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

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
