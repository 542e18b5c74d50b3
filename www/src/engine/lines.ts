// JSON Lines, which the engine reads as the list of their values and answers as lines: for the page, they are that list.

import type { Recognized } from "../recognize/recognized";
import { Excerpt } from "../recognize/value/places";
import { endOfString } from "./elements";

/** The list, with the way back to the lines; undefined for a text of one value. */
export function listOfLines(text: string): Recognized | undefined {
  const ends = endsIn(text);
  if (ends.length < 2) return undefined;
  const list = new Excerpt();
  let [open, from] = ["[", text.startsWith("\uFEFF") ? 1 : 0];
  for (const end of ends) {
    list.add(open, from);
    list.add(text.slice(from, end), from);
    [open, from] = [",\n", end];
  }
  list.add("]", text.length);
  return { what: "JSON Lines", json: list.derived(), notes: [], steps: [] };
}

/** Where each outermost object or list ends; a value may take several lines. */
function endsIn(text: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "[" || char === "{") depth += 1;
    else if ((char === "]" || char === "}") && (depth -= 1) === 0) found.push(at + 1);
  }
  return found;
}
