// Hashes of Ruby and arrays of PHP, which have `=>` between a name and its value: respelled as JavaScript. So are the
// lists of words and the symbols that only Ruby has.

import { moved } from "../recognized";
import { type Derived, Excerpt } from "../value/places";
import { javascript } from "./javascript";
import type { Reading } from "./literals";

/** In JavaScript, neither a string nor `:name` stands before `=>`, and no `:` before a value. */
const SIGN = /(?:["']|(?:^|[\s{,(]):\w+)\s*=>|%[wi][[({]|:\s+:[a-z]/i;
const STRING = `'(?:[^'\\\\]|\\\\[\\s\\S])*'|"(?:[^"\\\\]|\\\\[\\s\\S])*"`;
const TOKEN = new RegExp(`${STRING}|=>|\\barray\\(|:(?=\\w+\\s*=>)|\\b(?:TRUE|FALSE|NULL)\\b|[[({})\\]]`, "g");
/** `%w[a b]` and `%i[a b]`; a symbol as a value, and not as a name. */
const RUBY = new RegExp(
  `${STRING}|%[wi](?:\\[[^[\\]]*\\]|\\([^()]*\\)|\\{[^{}]*\\})|(?<=[\\s,[({]):[a-z_]\\w*\\b(?!\\s*=>)`,
  "gi",
);

export function hashes(text: string): Reading | undefined {
  if (!SIGN.test(text)) return undefined;
  const quoted = withStrings(text);
  const { spelled, isPhp } = respelled(quoted.text);
  const reading = javascript(spelled);
  if (!reading?.found) return undefined;
  const what = isPhp ? "a PHP array" : "a Ruby hash";
  return { ...reading, recognized: { ...moved(reading.recognized, quoted), what } };
}

/** The text with strings for the words and symbols of Ruby. */
function withStrings(text: string): Derived {
  const excerpt = new Excerpt();
  let at = 0;
  const quote = (word: string, from: number) => {
    excerpt.add('"', from);
    excerpt.add(JSON.stringify(word).slice(1, -1), from);
    excerpt.add('"', from + word.length);
  };
  for (const { 0: token, index } of text.matchAll(RUBY)) {
    if (/^["']/.test(token)) continue;
    excerpt.add(text.slice(at, index), at);
    at = index + token.length;
    if (token.startsWith(":")) quote(token.slice(1), index + 1);
    else {
      excerpt.add("[", index + 2);
      for (const { 0: word, index: from } of token.slice(3, -1).matchAll(/\S+/g)) {
        quote(word, index + 3 + from);
        excerpt.add(",", index + 3 + from + word.length);
      }
      excerpt.add("]", at - 1);
    }
  }
  excerpt.add(text.slice(at), at);
  return excerpt.derived();
}

/** In the same length, so that places stay. */
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
