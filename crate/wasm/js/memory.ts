// The cache of results between calls: agents pass the same tools at each turn.

import { guard } from "./guard.js";
import type { Options } from "./options.js";

let most = 1_000_000;
let held = 0;

/** A question to the engine, and the answer as text. */
interface Known {
  question: unknown;
  options: string | undefined;
  text: string;
  answer: string | string[];
}

/** The most recently used first, compared one by one: texts of different lengths are distinguished without a hash. */
const known: Known[] = [];

/**
 * Sets how much is remembered between calls: results of `transform`, `transformSchema` and `transformTools`, as long as
 * their texts and those of their documents have no more than `characters` characters in total (1,000,000 by default),
 * and, unless it is 0, the tools of the last requests of `normalizeRequest` (four lists for each of four sets of
 * options, none longer than a megabyte). 0 is for programs whose documents seldom recur.
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

/** The engine's answer about a text, from memory if it is remembered. */
export function recall<Answer extends string | string[]>(
  question: (text: string, options?: Options) => Answer,
  text: string,
  options?: Options,
): Answer {
  // Timing requires that the work is done.
  if (most <= 0 || options?.timing) return guard(question, text, options);
  const asked = options && JSON.stringify(options);
  const isAsked = (one: Known) => one.question === question && one.text === text && one.options === asked;
  const at = known.findIndex(isAsked);
  const [same = keep({ question, options: asked, text, answer: guard(question, text, options) })] =
    at < 0 ? [] : known.splice(at, 1);
  known.unshift(same);
  forget();
  return same.answer as Answer;
}

function keep(one: Known): Known {
  held += size(one);
  return one;
}

/** Drops the least recently used answers until the rest fits. */
function forget(): void {
  while (held > most) held -= size(known.pop()!);
}

const size = ({ text, answer }: Known): number => [answer].flat().reduce((sum, { length }) => sum + length, text.length);
