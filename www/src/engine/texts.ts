// Texts that are almost JSON, and several of them at once.

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

/** One document of several: the tools of each, in order. */
export function combine(texts: string[]): string {
  const tools = texts.flatMap((text) => toolsOf(JSON.parse(text)));
  return JSON.stringify({ tools }, null, 2);
}

function toolsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value) && Array.isArray(value["tools"])) return value["tools"];
  if (isObject(value) && isObject(value["result"])) return toolsOf(value["result"]);
  return [value];
}
