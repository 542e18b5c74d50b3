// Strings with escapes, as JSON, JavaScript, Python and shells spell them.

import { type Derived, Excerpt } from "./places";

const NAMED: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
  e: "\x1b",
  0: "\0",
  "\n": "",
};
const ITSELF = "\"'\\/";
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([\s\S]))/y;

/** Quotes as editors of prose put them in the place of those of JSON. */
export const TYPOGRAPHIC = "“”‘’";

/** The meaning of a backslash before any other character: the character, both characters, or an error. */
export type Unknown = "drop" | "keep" | "refuse";

/** The text between two places with its escapes resolved; undefined where one of them is none. */
export function unescaped(text: string, unknown: Unknown, from = 0, to = text.length): Derived | undefined {
  const found = new Excerpt();
  let start = from;
  for (let at = text.indexOf("\\", from); at >= 0 && at < to; at = text.indexOf("\\", start)) {
    found.add(text.slice(start, at), start);
    ESCAPE.lastIndex = at;
    const [all, ...parts] = ESCAPE.exec(text) ?? [];
    if (all === undefined || at + all.length > to) return undefined;
    const char = resolved(parts, unknown);
    if (char === undefined) return undefined;
    found.add(char, at);
    start = at + all.length;
  }
  found.add(text.slice(start, to), start);
  return found.derived();
}

const LAST_CODE_POINT = 0x10ffff;

function resolved([braced, four, eight, two, char = ""]: (string | undefined)[], unknown: Unknown): string | undefined {
  const code = braced ?? four ?? eight ?? two;
  if (code !== undefined) {
    const point = parseInt(code, 16);
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : undefined;
  }
  if (Object.hasOwn(NAMED, char)) return NAMED[char];
  if (unknown === "drop" || ITSELF.includes(char)) return char;
  return unknown === "keep" ? `\\${char}` : undefined;
}

/** The line, counted from one, of each of these places. */
export function linesOf(text: string, places: number[]): number[] {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  const lines = new Map<number, number>();
  let [line, at] = [1, 0];
  for (const place of sorted) {
    for (let next = text.indexOf("\n", at); next >= 0 && next < place; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    lines.set(place, line);
  }
  return places.map((place) => lines.get(place) ?? 1);
}
