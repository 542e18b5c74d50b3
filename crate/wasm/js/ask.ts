// Questions to the engine, which answers with JSON text.

import { guard } from "./guard.js";
import type { Options } from "./types.js";

/** What the engine answers, as the data that it spells. */
export function ask<Answer>(question: (...given: any[]) => string, ...given: unknown[]): Answer {
  return JSON.parse(guard(question, ...given));
}

/** Most characters of documents and answers that are kept for one question. */
const ROOM = 4_000_000;

/**
 * A question about documents that come again: agents hand over the same tools each turn. Its latest answers
 * are kept as text, by the text of the document: whoever changes tools gets another answer, and whoever
 * changes the data of an answer changes that alone.
 */
export function recalling<Answer extends string | string[]>(
  question: (text: string, options?: Options) => Answer,
): (text: string, options?: Options) => Answer {
  const kept = new Map<string, Answer>();
  let held = 0;

  function keep(key: string, answer: Answer): void {
    kept.set(key, answer);
    held += size(key, answer);
    for (const oldest of kept) {
      if (held <= ROOM) break;
      kept.delete(oldest[0]);
      held -= size(...oldest);
    }
  }

  return (text, options) => {
    // Who measures wants the work done.
    if (options?.timing) return guard(question, text, options);
    const key = `${JSON.stringify(options)} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = guard(question, text, options);
    keep(key, answer);
    return answer;
  };
}

function size(key: string, answer: string | string[]): number {
  return [answer].flat().reduce((sum, { length }) => sum + length, key.length);
}
