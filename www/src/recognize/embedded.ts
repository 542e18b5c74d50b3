// JSON amid other text: a log, an answer with its headers, an event stream.

import { documentOf } from "./document";
import { jsonValue } from "./json";
import { part, within } from "./places";
import { print } from "./print";
import type { Format, Recognized } from "./recognized";
import { shapeOf } from "./shape";

/** How many characters are looked at in all, again and again where brackets are not closed. */
const MOST_LOOKED_AT = 30_000_000;

/** The first stretch of JSON in which there are tools; else the first that is another document. Of broken JSON, parts
 * that are no tools by themselves are no documents: a schema in it is one of its tool's. */
export const embedded: Format = (text) => {
  let other: Recognized | undefined;
  let left = MOST_LOOKED_AT;
  let brokenTo = 0;
  const start = text.search(/\S/);
  for (let at = next(text, 0); at >= 0 && left > 0;) {
    const end = endOf(text, at);
    left -= (end ?? text.length) - at;
    const stretch = end === undefined ? undefined : part(text, at, end);
    const value = stretch && jsonValue(stretch.text);
    if (stretch && value) {
      const json = within(stretch, print(value));
      const found = documentOf(value, "JSON amid other text", { json, notes: [] });
      if (shapeOf(value) === "tools") return found;
      if (at >= brokenTo) other ??= found;
    } else if (at === start) return undefined;
    else brokenTo = Math.max(brokenTo, end ?? text.length);
    // What is no JSON may still hold some.
    at = next(text, value && end !== undefined ? end : at + 1);
  }
  return other;
};

const START = /[[{](?=\s*["{[])/g;

function next(text: string, from: number): number {
  START.lastIndex = from;
  return START.exec(text)?.index ?? -1;
}

/** Where the bracket that opens there is closed. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (at < 0) return undefined;
    } else if (char === "[" || char === "{") depth += 1;
    else if ((char === "]" || char === "}") && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
    else if (text[at] === "\n") return -1;
  }
  return -1;
}
