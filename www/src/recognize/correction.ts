// JSON with mistakes: what would put it right, offered and never done in silence.

import { jsonrepair } from "jsonrepair";
import { difference } from "./difference";
import type { Format } from "./recognized";
import { jsonValue } from "./value/json";
import { shapeOf } from "./value/shape";
import { TYPOGRAPHIC } from "./value/text";
import { tooDeep } from "./value/value";

const MOST_CHARACTERS = 2_000_000;

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
