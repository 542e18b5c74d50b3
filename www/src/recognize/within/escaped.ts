// JSON within a JSON string, or with the escapes of one, as logs and programs print it.

import { part, within } from "../value/places";
import { type Format, moved } from "../recognized";
import type { Range } from "../value/value";
import { unescaped } from "../value/text";

/** Without the quotes around it: a bracket is followed by an escape. */
const BARE = /^\s*[[{](?:\\[nrt]|[\s[{])*\\+"/;
/** A string that holds JSON, amid other text. */
const AMID = /"(?=[[{](?:\\[nrt]|[\s[{])*\\+")/;
const MOST_TIMES = 3;
/** The place of each escape is kept. */
const MOST_CHARACTERS = 2_000_000;

/** The string, without its quotes, or the text that has escapes without being one. */
function escapedIn(text: string): Range | undefined {
  const isWhole = /^\s*"/.test(text) && /"\s*$/.test(text);
  if (isWhole && text.indexOf('"') < text.lastIndexOf('"'))
    return { from: text.indexOf('"') + 1, to: text.lastIndexOf('"') };
  if (BARE.test(text)) return { from: 0, to: text.length };
  const quote = AMID.exec(text);
  if (!quote) return undefined;
  const from = quote.index + 1;
  let to = from;
  while (to < text.length && text[to] !== '"') to += text[to] === "\\" ? 2 : 1;
  return to < text.length ? { from, to } : undefined;
}

export const escaped: Format = async (text, inner) => {
  if (text.length > MOST_CHARACTERS) return undefined;
  let times = 0;
  let found = part(text, 0);
  for (; times < MOST_TIMES; times++) {
    const place = escapedIn(found.text);
    if (!place) break;
    const next = unescaped(found.text, "refuse", place.from, place.to);
    if (!next) return undefined;
    found = within(found, next);
  }
  const read = times > 0 ? await inner(found.text) : undefined;
  return (
    read && { ...moved(read, found), what: `${read.what}, escaped ${["", "once", "twice", "three times"][times]}` }
  );
};
