// The cache of results between calls: agents pass the same tools at each turn.

import { copyOf } from "./copy.js";
import { guard } from "./guard.js";
import type { Options } from "./options.js";
import type { Setting } from "./settings.js";
import { type Snapshot, isUnchanged, snapshotOf } from "./snapshot.js";
import { textOf } from "./text.js";

/** The size of a pointer, in characters. */
const POINTER = 4;

let most = 1_000_000;
let held = 0;

/** A call of the engine, and how the text that it returns is read. */
export interface Question<Answer, Text = any> {
  ask: (text: string, options?: Options) => Text;
  read: (text: Text) => Answer;
}

/** A question that was asked, and its answer. */
interface Known {
  question: unknown;
  setting: Setting;
  text: string;
  /** The data that the text was last written from. */
  snapshot: Snapshot | undefined;
  /** The answer, as new data. */
  answer: () => unknown;
  /** The length of its text. */
  length: number;
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
 * result affects no other. Throws a `TypeError` for what is no number from 0 on.
 */
export function remember(characters: number): void {
  if (!(typeof characters === "number" && characters >= 0)) {
    throw new TypeError("what `remember` takes must be a number of characters: 0, for nothing, or more");
  }
  most = characters;
  forget();
}

/** Whether anything is remembered. */
export const isRemembering = (): boolean => most > 0;

/** The text of an input, as `write` gives it, and the engine's answer about it; from memory if they are remembered. */
export function recall<Answer>(
  question: Question<Answer>,
  input: unknown,
  setting: Setting<Options>,
  write: (input: unknown, isPlain: boolean) => string = textOf,
): { text: string; answer: Answer } {
  const { options } = setting;
  // Timing requires that the work is done.
  if (most <= 0 || options?.timing) {
    const text = write(input, false);
    return { text, answer: question.read(guard(question.ask, text, options)) };
  }
  const take = (isSame: (one: Known) => boolean): Known | undefined => {
    const at = known.findIndex((one) => one.question === question && one.setting === setting && isSame(one));
    if (at < 0) return undefined;
    const [one] = known.splice(at, 1);
    held -= size(one!);
    return one;
  };
  let same = typeof input === "string" ? undefined : take(({ snapshot }) => !!snapshot && isUnchanged(input, snapshot));
  let answer: unknown;
  if (!same) {
    const snapshot = typeof input === "string" ? undefined : snapshotOf(input);
    const text = write(input, snapshot !== undefined);
    same = take((one) => one.text === text);
    if (!same) {
      const written = guard(question.ask, text, options);
      answer = question.read(written);
      same = { question, setting, text, snapshot, ...kept(answer, written, question.read) };
    }
    if (typeof input !== "string") same.snapshot = snapshot;
  }
  known.unshift(same);
  held += size(same);
  forget();
  return { text: same.text, answer: (answer ?? same.answer()) as Answer };
}

/** The form in which an answer is remembered: a copy, or its text if it is nested too deeply. */
function kept<Text extends string | string[]>(
  answer: unknown,
  written: Text,
  read: (text: Text) => unknown,
): Pick<Known, "answer" | "length"> {
  const length = [written].flat().reduce((sum, { length }) => sum + length, 0);
  const own = copyOf(answer);
  return { answer: own === undefined ? () => read(written) : copies(own), length };
}

/** Apart from where the text of the answer is in scope, which it would keep in memory. */
const copies = (own: unknown) => () => copyOf(own);

/** Drops the least recently used answers until the rest fits. */
function forget(): void {
  while (held > most) held -= size(known.pop()!);
}

/** In characters; a value of a snapshot is a pointer to what the caller has. */
const size = ({ text, snapshot = [], length }: Known): number => text.length + POINTER * snapshot.length + length;
