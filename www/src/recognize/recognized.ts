// The result of recognizing a text.

import { type Derived, within } from "./value/places";

/** Something that was not taken over or not understood, and where. */
export interface Note {
  text: string;
  at?: number;
}

/** The next step, with a command for it. */
export interface Step {
  text: string;
  command?: string;
}

export interface Correction {
  text: string;
  /** The first lines that differ, before and after, and how many there are in all. */
  lines: { line: number; before: string; after: string }[];
  count: number;
}

export interface Recognized {
  /** In words, to be read after "this is": "YAML", "a curl command". */
  what: string;
  /** The same as JSON, where it can be read. */
  json?: Derived;
  notes: Note[];
  steps: Step[];
  /** The text of an API's error, where there is one. */
  complaint?: string;
  /** Where the text is broken JSON. */
  correction?: Correction;
}

/** A result for a text that was taken from another, with its places in the outer text. */
export const moved = (found: Recognized, outer: Derived): Recognized => ({
  ...found,
  notes: found.notes.map(({ text, at }) => ({
    text,
    ...(at !== undefined && { at: outer.origin({ from: at, to: at }).from }),
  })),
  ...(found.json && { json: within(outer, found.json) }),
});

/** Recognizes what stands in a text; a format is given it for the text that it finds within its own. */
export type Recognize = (text: string) => Promise<Recognized | undefined>;

/** One format: what it makes of a text, undefined for another format's. */
export type Format = (text: string, inner: Recognize) => Recognized | undefined | Promise<Recognized | undefined>;
