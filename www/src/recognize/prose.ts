// Text that is nothing else: a question, a word, a name; an object of other data.

import type { Recognized, Step } from "./recognized";
import { jsonValue } from "./value/json";
import { quoted } from "./value/shell";

const WORD = /^[$\w-]{2,60}$/;
const PASTE: Step = {
  text: "Paste a tool, a `tools/list` result, a request or an API's error. A server prints its tools with",
  command: "lapidary extract --server 'COMMAND'",
};

/** Words, also behind a time or the like, and code that begins with an attribute. Of what begins as JSON does, the engine says more. */
const WORDS = /^(?:(?:\[[^\]\n"{[]{0,80}\]|[\d:.,TZ+-]{1,40})\s+){0,4}(?:[\p{L}$]|@\p{L}|#\[)/u;

/** Members that a schema or a tool may have, whatever else it has. */
const KEYWORDS =
  /^(?:\$.*|name|type|title|description|default|examples?|format|nullable|pattern|enum|const|not|if|.*(?:[pP]roperties|[iI]tems|Of|[sS]chemas?|[rR]equired|Length|imum)|definitions|contains|readOnly|writeOnly|deprecated)$/;

/** An object that the engine takes for a schema, as it does any: of its members, none is a keyword. */
export function data(text: string): Recognized | undefined {
  const value = jsonValue(text);
  if (value?.kind !== "object" || value.members.length === 0 || value.members.some(({ name }) => KEYWORDS.test(name)))
    return undefined;
  return { what: "a JSON object without a keyword of JSON Schema", notes: [], steps: [PASTE] };
}

export function prose(text: string): Recognized | undefined {
  const word = text.trim();
  if (!WORDS.test(word)) return undefined;
  const explain = { text: "About a keyword, a rule or a target:", command: `lapidary explain ${quoted(word)}` };
  const steps = WORD.test(word) ? [explain, PASTE] : [PASTE];
  return { what: "text without a tool, a schema or a known error", notes: [], steps };
}
