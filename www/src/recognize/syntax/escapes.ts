// JSON with single backslashes in paths and patterns. JavaScript would read it without them, as another path.

import { difference } from "../difference";
import type { Format } from "../recognized";
import { jsonValue } from "../value/json";

const STRING = /"(?:[^"\\\n]|\\.)*"/g;
/** A backslash before a letter that makes no escape. Before a sign, it may be one of Markdown, which means the sign. */
const SINGLE = /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsvwyzA-Z]|u(?![\da-fA-F]{4}))/;

export const escapes: Format = (text) => {
  if (!/^\s*[[{]/.test(text) || !SINGLE.test(text)) return undefined;
  // Where one is single, so are the others in the string, also before the letter of an escape.
  const doubled = text.replace(STRING, (string) =>
    SINGLE.test(string) ? string.replace(/\\(["\\])?/g, (all, kept?: string) => (kept ? all : "\\\\")) : string,
  );
  if (!jsonValue(doubled)) return undefined;
  return { what: "JSON with single backslashes", notes: [], steps: [], correction: difference(text, doubled) };
};
