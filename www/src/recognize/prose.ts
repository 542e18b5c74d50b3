// Text that is nothing else: a question, a word, a name.

import type { Recognized, Step } from "./recognized";
import { quoted } from "./value/shell";

const WORD = /^[$\w-]{2,60}$/;
const PASTE: Step = {
  text: "Paste a tool, a `tools/list` result, a request or an API's error. A server prints its tools with",
  command: "lapidary extract --server 'COMMAND'",
};

/** Not of what begins as JSON does, which the engine says more about. */
export function prose(text: string): Recognized | undefined {
  const word = text.trim();
  if (!/^[\p{L}$]/u.test(word)) return undefined;
  const explain = { text: "About a keyword, a rule or a target:", command: `lapidary explain ${quoted(word)}` };
  const steps = WORD.test(word) ? [explain, PASTE] : [PASTE];
  return { what: "text without a tool, a schema or a known error", notes: [], steps };
}
