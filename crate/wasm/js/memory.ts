// What is remembered between calls. Agents hand over the same tools each turn.

import { guard } from "./guard.js";
import type { Options } from "./options.js";

let most = 1_000_000;
let held = 0;

/** What was asked, and the answer as text. */
interface Known {
  question: unknown;
  options: string | undefined;
  text: string;
  answer: string | string[];
}

/** The latest first. They are compared one by one: texts of other lengths are told apart at once, and need no hash. */
const known: Known[] = [];

/**
 * Says how much is remembered between calls: answers of `transform`, `transformSchema` and `transformTools`, as long as
 * their texts and those of their documents have no more than so many characters together (1,000,000 unless said
 * otherwise), and, unless it is 0, the tools of the last requests of `normalizeRequest` (four lists for each of four
 * sets of options, none longer than a megabyte). 0 is for programs whose documents seldom come again.
 *
 * What is remembered has no say in any answer: whoever changes tools or options gets another one, and whoever changes
 * the data of an answer changes that alone.
 */
export function remember(characters: number): void {
  most = characters;
  forget();
}

/** Whether anything is. */
export const isRemembering = (): boolean => most > 0;

/** What the engine answers about a text: as it did before, if that is remembered. */
export function recall<Answer extends string | string[]>(
  question: (text: string, options?: Options) => Answer,
  text: string,
  options?: Options,
): Answer {
  // Who measures wants the work done.
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

/** Drops the oldest answers until there is room for the others. */
function forget(): void {
  while (held > most) held -= size(known.pop()!);
}

const size = ({ text, answer }: Known): number => [answer].flat().reduce((sum, { length }) => sum + length, text.length);
