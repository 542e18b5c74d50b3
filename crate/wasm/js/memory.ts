// What is remembered between calls. Agents hand over the same tools each turn.

import { guard } from "./guard.js";
import type { Options } from "./options.js";

let most = 1_000_000;
let held = 0;
/** Answers as text, by the call and the text of its document; the latest last. */
const known = new Map<string, string | string[]>();

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

/** What a question is called, which the engine answers about a text. */
interface Question<Answer> {
  name: string;
  ask(text: string, options?: Options): Answer;
}

/** A question's answer: as it was before, if it is remembered. */
export function recall<Answer extends string | string[]>(
  { name, ask }: Question<Answer>,
  text: string,
  options?: Options,
): Answer {
  // Who measures wants the work done.
  if (most <= 0 || options?.timing) return guard(ask, text, options);
  const key = `${name} ${JSON.stringify(options)} ${text}`;
  const answer = (known.get(key) as Answer | undefined) ?? guard(ask, text, options);
  if (!known.delete(key)) held += size(key, answer);
  known.set(key, answer);
  forget();
  return answer;
}

/** Drops the oldest answers until there is room for the others. */
function forget(): void {
  for (const [key, answer] of known) {
    if (held <= most) break;
    known.delete(key);
    held -= size(key, answer);
  }
}

function size(key: string, answer: string | string[]): number {
  return [answer].flat().reduce((sum, { length }) => sum + length, key.length);
}
