// Texts that were taken from another text, and the way back to the places there.

import type { Range } from "./value";

/** A text, and where its parts stand in the one that it was taken from. */
export interface Derived {
  text: string;
  origin(part: Range): Range;
}

/** A text that is put together of pieces of another one. */
export class Excerpt {
  #text: string[] = [];
  #starts: number[] = [];
  #sources: number[] = [];
  #length = 0;

  /** Adds a piece for the source from there on, character for character unless `piece` is shorter than it. */
  add(piece: string, source: number): void {
    if (piece === "") return;
    this.#starts.push(this.#length);
    this.#sources.push(source);
    this.#text.push(piece);
    this.#length += piece.length;
  }

  derived(): Derived {
    const place = (offset: number) => {
      const index = lastAtMost(this.#starts, offset);
      return index < 0 ? 0 : (this.#sources[index] ?? 0) + offset - (this.#starts[index] ?? 0);
    };
    return { text: this.#text.join(""), origin: ({ from, to }) => ({ from: place(from), to: place(to) }) };
  }
}

/** An unchanged part of a text. */
export const part = (text: string, from: number, to = text.length): Derived => ({
  text: text.slice(from, to),
  origin: (range) => ({ from: range.from + from, to: range.to + from }),
});

/** A text derived from a text that is itself derived from another. */
export const within = (outer: Derived, inner: Derived): Derived => ({
  text: inner.text,
  origin: (range) => outer.origin(inner.origin(range)),
});

/** The index of the last number that is at most that, of sorted ones; -1 for none. */
export function lastAtMost(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
