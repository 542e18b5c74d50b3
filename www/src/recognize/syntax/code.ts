// JavaScript and Python share much of their syntax: each reads the text, and the one that understands more is believed.

import { hashes } from "./hashes";
import { javascript } from "./javascript";
import { MOST_CODE, type Reading } from "./literals";
import { python } from "./python";
import { listOfLines } from "../../engine/lines";
import type { Format } from "../recognized";
import { isPlain } from "../value/json";
import { tooDeep } from "../value/value";

/** A stream of events reads as the annotations of Python. */
const EVENTS = /^\s*(?:event|data|id|retry):/;

export const code: Format = (text) => {
  if (EVENTS.test(text)) return undefined;
  if (text.length > MOST_CODE || !/[{[(@]/.test(text) || tooDeep(text)) return undefined;
  // Any JSON is also a literal of both languages, and one value after another is code of Python.
  if (isPlain(listOfLines(text)?.json?.text ?? text)) return undefined;
  const [best] = [javascript(text), python(text), hashes(text)]
    .filter((reading) => reading !== undefined)
    .sort((a, b) => doubts(a) - doubts(b));
  return best?.recognized;
};

/** How much of a text was not understood. */
function doubts({ found }: Reading): number {
  if (!found) return Number.MAX_VALUE;
  return (found.shape === "tools" ? 0 : MOST_CODE) + found.notes.length + (found.amid ? 0.5 : 0);
}
