// The result of recognizing a text.

import { type Derived, within } from "./value/places";
import type { Range } from "./value/value";

/** Something that was not taken over or not understood, and where. */
export interface Note {
  text: string;
  at?: number;
  /** What only the running program knows: a tool, which is omitted, or a value in one. */
  unknown?: "tool" | "value";
}

/** The next step, with a command for it. */
export interface Step {
  text: string;
  command?: string;
}

/** How a program shows a schema that it makes when it runs. */
export const printing = (command: string): Step => ({ text: "Print the schema in your program, and paste it:", command });

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
  notes: found.notes.map((note) =>
    note.at === undefined ? note : { ...note, at: outer.origin({ from: note.at, to: note.at }).from },
  ),
  ...(found.json && { json: within(outer, found.json) }),
});

/** The notes on the tools that only the running program knows. */
export const unknownTools = ({ notes }: Pick<Recognized, "notes">): Note[] =>
  notes.filter(({ unknown }) => unknown === "tool");

/** The note on what a list of tools does not take over, if there is anything. */
export const noteOn = (lost: Range | undefined): Note[] =>
  lost ? [{ text: "Only the tools are read, and not what is around them, such as this.", at: lost.from }] : [];

/** Recognizes what stands in a text; a format is given it for the text that it finds within its own. */
export type Recognize = (text: string) => Promise<Recognized | undefined>;

/** One format: what it makes of a text, undefined for another format's. */
export type Format = (text: string, inner: Recognize) => Recognized | undefined | Promise<Recognized | undefined>;
