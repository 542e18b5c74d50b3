// Hashes of Ruby and arrays of PHP, which have `=>` between a name and its value: respelled as JavaScript of the same
// length, so that places stay.

import { javascript } from "./javascript";
import type { Reading } from "./literals";

/** In JavaScript, neither a string nor `:name` stands before `=>`. */
const SIGN = /(?:["']|(?:^|[\s{,(]):\w+)\s*=>/;
const STRING = `'(?:[^'\\\\]|\\\\[\\s\\S])*'|"(?:[^"\\\\]|\\\\[\\s\\S])*"`;
const TOKEN = new RegExp(`${STRING}|=>|\\barray\\(|:(?=\\w+\\s*=>)|\\b(?:TRUE|FALSE|NULL)\\b|[[({})\\]]`, "g");

export function hashes(text: string): Reading | undefined {
  if (!SIGN.test(text)) return undefined;
  const { spelled, isPhp } = respelled(text);
  const reading = javascript(spelled);
  if (!reading?.found) return undefined;
  return { ...reading, recognized: { ...reading.recognized, what: isPhp ? "a PHP array" : "a Ruby hash" } };
}

function respelled(text: string): { spelled: string; isPhp: boolean } {
  const chars = text.split("");
  const open: { at: number; isHash: boolean }[] = [];
  const put = (at: number, spelling: string) => chars.splice(at, spelling.length, ...spelling);
  let isPhp = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length - 1;
    if (token === "=>") {
      put(index, ": ");
      const last = open.at(-1);
      if (last) last.isHash = true;
    } else if (token === ":") put(index, " ");
    else if (/^[A-Z]/.test(token)) put(index, token.toLowerCase());
    else if (/[[({]$/.test(token)) {
      if (token === "array(") put(index, "     [");
      open.push({ at: end, isHash: false });
    } else if (/^[\])}]$/.test(token)) {
      const { at, isHash } = open.pop() ?? { at: -1, isHash: false };
      const isList = chars[at] === "[";
      if (isList && isHash) put(at, "{");
      if (isList) put(index, isHash ? "}" : "]");
      isPhp ||= isList && isHash;
    }
  }
  return { spelled: chars.join(""), isPhp };
}
