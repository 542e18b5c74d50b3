// JSON Lines, which the engine reads as the list of their values and answers as lines: for the page, they are that list.

import type { Recognized } from "../recognize/recognized";
import { Excerpt } from "../recognize/value/places";

/** In JSON no object follows another without a comma between them. */
const SIGN = /^\s*\{[^\n]*\}[ \t\r]*\n\s*\{/;

/** The list, with the way back to the lines; undefined for a text that is no JSON Lines. */
export function listOfLines(text: string): Recognized | undefined {
  if (!SIGN.test(text)) return undefined;
  const list = new Excerpt();
  let open = "[";
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (line.trim() === "") continue;
    list.add(open, index);
    list.add(line, index);
    open = ",\n";
  }
  list.add("]", text.length);
  return { what: "JSON Lines", json: list.derived(), notes: [], steps: [] };
}
