// The cache of results between calls: agents pass the same tools at each turn.

import { guard } from "./guard.js";
import type { Options } from "./options.js";
import { type Snapshot, isUnchanged, snapshotOf } from "./snapshot.js";
import { textOf } from "./text.js";

/** What a pointer takes, in characters. */
const POINTER = 4;

let most = 1_000_000;
let held = 0;

/** A question to the engine, and the answer as text. */
interface Known<Answer = string | string[]> {
  question: unknown;
  options: string | undefined;
  text: string;
  /** The data that the text was last written from. */
  snapshot: Snapshot | undefined;
  answer: Answer;
}

/** The most recently used first, compared one by one: texts of different lengths are distinguished without a hash. */
const known: Known[] = [];

/**
 * Sets how much is remembered between calls: results of `transform`, `transformSchema` and `transformTools`, as long as
 * their texts and those of their documents have no more than `characters` characters in total (1,000,000 by default),
 * and, unless it is 0, the tools of the last requests of `normalizeRequest` (at most 64 lists and a megabyte for each of
 * four sets of options). 0 is for programs whose documents seldom recur.
 *
 * Results do not depend on what is remembered: changed tools or options give another result, and changing the data of a
 * result affects no other.
 */
export function remember(characters: number): void {
  most = characters;
  forget();
}

/** Whether anything is remembered. */
export const isRemembering = (): boolean => most > 0;

/** The text of an input, as `write` gives it, and the engine's answer about it; from memory if they are remembered. */
export function recall<Answer extends string | string[]>(
  question: (text: string, options?: Options) => Answer,
  input: unknown,
  options?: Options,
  write: (input: unknown) => string = textOf,
): Pick<Known<Answer>, "text" | "answer"> {
  // Timing requires that the work is done.
  if (most <= 0 || options?.timing) {
    const text = write(input);
    return { text, answer: guard(question, text, options) };
  }
  const asked = options && JSON.stringify(options);
  const take = (isSame: (one: Known) => boolean): Known | undefined => {
    const at = known.findIndex((one) => one.question === question && one.options === asked && isSame(one));
    if (at < 0) return undefined;
    const [one] = known.splice(at, 1);
    held -= size(one!);
    return one;
  };
  let same = typeof input === "string" ? undefined : take(({ snapshot }) => !!snapshot && isUnchanged(input, snapshot));
  if (!same) {
    const text = write(input);
    same = take((one) => one.text === text);
    same ??= { question, options: asked, text, snapshot: undefined, answer: guard(question, text, options) };
    if (typeof input !== "string") same.snapshot = snapshotOf(input);
  }
  known.unshift(same);
  held += size(same);
  forget();
  return same as Known<Answer>;
}

/** Drops the least recently used answers until the rest fits. */
function forget(): void {
  while (held > most) held -= size(known.pop()!);
}

/** In characters; a value of a snapshot is a pointer to what the caller has. */
const size = ({ text, snapshot = [], answer }: Known): number =>
  [answer].flat().reduce((sum, { length }) => sum + length, text.length + POINTER * snapshot.length);
