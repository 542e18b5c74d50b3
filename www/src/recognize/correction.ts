// JSON with mistakes: what would put it right, offered and never done in silence.

import { jsonrepair } from "jsonrepair";
import type { Correction, Format } from "./recognized";
import { jsonValue } from "./value/json";
import { shapeOf } from "./value/shape";
import { TYPOGRAPHIC } from "./value/text";
import { tooDeep } from "./value/value";

const MOST_CHARACTERS = 2_000_000;
const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 80;

const START = new RegExp(`^\\s*[[{]\\s*["'[{\\]}\\w${TYPOGRAPHIC}]`);

export const correction: Format = (given) => {
  // Behind a string that is not closed, the last line break would be a part of it.
  const text = given.trimEnd();
  if (text.length > MOST_CHARACTERS || !START.test(text) || tooDeep(text)) return undefined;
  let corrected: string;
  try {
    corrected = jsonrepair(text);
  } catch {
    return undefined;
  }
  // Other texts that begin with a bracket become lists of strings.
  const value = corrected === text ? undefined : jsonValue(corrected);
  if (!value || (value.kind !== "object" && !shapeOf(value)) || letters(corrected) > letters(text) + MOST_ADDED)
    return undefined;
  return { what: "JSON with mistakes", notes: [], steps: [], correction: difference(text, corrected) };
};

/** Quotes, brackets and commas are what is added, and `null` where a value is missing. */
const MOST_ADDED = 8;
const letters = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, "").length;

function difference(before: string, after: string): Correction {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const differing = [...Array(Math.max(old.length, now.length)).keys()].filter((index) => old[index] !== now[index]);
  const shown = (line: string | undefined, other: string | undefined) => excerpt(line ?? "", other ?? "");
  return {
    text: after,
    count: differing.length,
    lines: differing.slice(0, SHOWN_LINES).map((index) => ({
      line: index + 1,
      before: shown(old[index], now[index]),
      after: shown(now[index], old[index]),
    })),
  };
}

/** The part of a line from shortly before where it differs. */
function excerpt(line: string, other: string): string {
  let same = 0;
  while (same < line.length && line[same] === other[same]) same += 1;
  const from = line.length <= SHOWN_CHARACTERS ? 0 : Math.max(0, same - SHOWN_CHARACTERS / 2);
  const cut = line.slice(from, from + SHOWN_CHARACTERS).trim();
  return `${from > 0 ? "…" : ""}${cut}${from + SHOWN_CHARACTERS < line.length ? "…" : ""}`;
}
