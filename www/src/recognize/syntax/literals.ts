// Literals in code: what JavaScript and Python have in common. Syntax trees are Lezer's; where a text does not parse,
// nothing is read from it.

import type { SyntaxNode, Tree } from "@lezer/common";
import type { LRParser } from "@lezer/lr";
import { documentOf } from "../documents/document";
import { print } from "../value/print";
import { type Note, noteOn, type Recognized } from "../recognized";
import { type Shape, shapeOf } from "../value/shape";
import { joined } from "../value/tools";
import { MOST_LEVELS, scalar, type Value } from "../value/value";

/** Parsers split where a language is ambiguous, and take that much longer than readers of data. */
export const MOST_CODE = 1_000_000;

/** How often a character is read, in the middle, where literals lie in each other and none is a tool. */
const MOST_TIMES = 4;

/** Reads the values of syntax nodes, and notes what is known only when the program runs. */
export abstract class Literals {
  readonly notes: Note[] = [];
  /** Where code stands in the place of a schema, by the first words of it. */
  readonly unknown: string[] = [];
  #level = 0;

  constructor(readonly text: string) {}

  /** The value of a node; undefined where it has none, which is noted. */
  read(node: SyntaxNode): Value | undefined {
    if (this.#level > MOST_LEVELS) return undefined;
    this.#level += 1;
    const value = this.value(node);
    this.#level -= 1;
    return value;
  }

  protected abstract value(node: SyntaxNode): Value | undefined;

  protected textOf = ({ from, to }: SyntaxNode): string => this.text.slice(from, to);

  protected omit(node: SyntaxNode, what = "is known only when the program runs"): undefined {
    const words = this.textOf(node).replace(/\s+/g, " ");
    this.unknown.push(words);
    const shown = words.length > 40 ? `${words.slice(0, 39)}…` : words;
    this.notes.push({ text: `\`${shown.replaceAll("`", "'")}\` ${what}; omitted.`, at: node.from });
    return undefined;
  }

  /** Texts that are added to each other, as long ones are. */
  protected joined(node: SyntaxNode, parts: SyntaxNode[]): Value | undefined {
    const texts = parts.map((part) => this.read(part));
    const all = texts.map((value) => (value?.kind === "scalar" && value.json.startsWith('"') ? value.json : undefined));
    if (all.some((text) => text === undefined)) return this.omit(node);
    return scalar(all.map((text) => JSON.parse(text ?? '""') as string).join(""), node);
  }
}

export const children = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!/Comment/.test(child.name)) found.push(child);
  return found;
};

/** A step is a token, or several where the parser follows more than one reading. */
const MOST_STEPS = 300_000;

export function parsed(parser: LRParser, text: string): Tree | undefined {
  try {
    const parse = parser.configure({ strict: true }).startParse(text);
    for (let step = 0; step < MOST_STEPS; step++) {
      const tree = parse.advance();
      if (tree) return tree;
    }
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Found {
  value: Value;
  notes: Note[];
  unknown: string[];
  /** Whether there is code around it. */
  amid: boolean;
  shape: Shape;
}

/** The reading of a text in a language: a document in it, or the library that it uses. */
export interface Reading {
  recognized: Recognized;
  found?: Found;
}

export function readingOf(found: Found, what: string): Reading | undefined {
  const recognized = documentOf(found.value, what, { json: print(found.value), notes: found.notes });
  return recognized && { found, recognized };
}

/** The tools in a program, or else its first schema or document: of literals in each other the outermost that is one. */
export function literalsIn(tree: Tree, reader: () => Literals, text: string, starts: Set<string>): Found | undefined {
  const tools: Found[] = [];
  let other: Found | undefined;
  let left = MOST_TIMES * text.length;
  tree.iterate({
    enter({ node }) {
      if (!starts.has(node.name) || left < 0) return;
      const literals = reader();
      const value = literals.read(node);
      left -= node.to - node.from;
      const shape = value && shapeOf(value);
      if (!value || !shape) return;
      const amid = [text.slice(0, node.from), text.slice(node.to)].some((around) => /[^\s;()]/.test(around));
      const found = { value, notes: literals.notes, unknown: literals.unknown, amid, shape };
      if (shape === "tools") tools.push(found);
      else other ??= found;
      return false;
    },
  });
  const [only, ...others] = tools;
  if (!only || others.length === 0) return only ?? other;
  const { value, lost } = joined([only.value, ...others.map(({ value }) => value)]);
  return {
    value,
    notes: [...tools.flatMap(({ notes }) => notes), ...noteOn(lost)],
    unknown: tools.flatMap(({ unknown }) => unknown),
    amid: true,
    shape: "tools",
  };
}
