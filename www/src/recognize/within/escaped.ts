// JSON within a JSON string, or with the escapes of one, as logs and programs print it.

import { part, within } from "../value/places";
import { type Format, moved, type Recognize, type Recognized } from "../recognized";
import { type Piece, together, unreadFrom } from "./together";
import type { Range } from "../value/value";
import { unescaped } from "../value/text";

/** Without the quotes around it: a bracket is followed by an escape. */
const BARE = /^\s*[[{](?:\\[nrt]|[\s[{])*\\+"/;
/** A string that holds JSON, amid other text. */
const AMID = /"(?=[[{](?:\\[nrt]|[\s[{])*\\+")/g;
const MOST_TIMES = 3;
const MOST_STRINGS = 50;
/** The place of each escape is kept. */
const MOST_CHARACTERS = 2_000_000;

export const escaped: Format = async (text, inner) => {
  if (text.length > MOST_CHARACTERS) return undefined;
  const whole = wholeOf(text);
  const { places, open } = whole ? { places: [whole] } : stringsIn(text);
  const pieces: Piece[] = [];
  for (const place of places.slice(0, MOST_STRINGS)) {
    const found = await read(text, place, inner);
    if (found) pieces.push({ found, at: place.from });
  }
  const next = places[MOST_STRINGS];
  const notes = open === undefined ? [] : [{ text: "The string that begins here is not read: it does not end.", at: open }];
  return together(pieces, next ? [unreadFrom(next.from)] : notes);
};

/** All of a text that is a string, without its quotes, or that has escapes without being one. */
function wholeOf(text: string): Range | undefined {
  const isString = /^\s*"/.test(text) && /"\s*$/.test(text);
  if (isString && text.indexOf('"') < text.lastIndexOf('"'))
    return { from: text.indexOf('"') + 1, to: text.lastIndexOf('"') };
  return BARE.test(text) ? { from: 0, to: text.length } : undefined;
}

/** The strings that hold JSON, without their quotes, and where one begins that does not end. */
function stringsIn(text: string): { places: Range[]; open?: number } {
  const found: Range[] = [];
  AMID.lastIndex = 0;
  for (let quote = AMID.exec(text); quote && found.length <= MOST_STRINGS; quote = AMID.exec(text)) {
    const from = quote.index + 1;
    let to = from;
    while (to < text.length && text[to] !== '"') to += text[to] === "\\" ? 2 : 1;
    if (to >= text.length) return { places: found, open: quote.index };
    found.push({ from, to });
    AMID.lastIndex = to + 1;
  }
  return { places: found };
}

/** What stands in a string, which may be all of another string. */
async function read(text: string, place: Range, inner: Recognize): Promise<Recognized | undefined> {
  let found = part(text, 0);
  let times = 0;
  for (let next: Range | undefined = place; next && times < MOST_TIMES; next = wholeOf(found.text)) {
    const string = unescaped(found.text, "refuse", next.from, next.to);
    if (!string) return undefined;
    found = within(found, string);
    times += 1;
  }
  const read = await inner(found.text);
  return (
    read && { ...moved(read, found), what: `${read.what}, escaped ${["", "once", "twice", "three times"][times]}` }
  );
}
