// Literals in code: what JavaScript and Python have in common. Syntax trees are Lezer's; where a text does not parse,
// nothing is read from it.

import type { SyntaxNode, Tree } from "@lezer/common";
import type { LRParser } from "@lezer/lr";
import { withoutSpecs } from "../documents/bedrock";
import { documentOf } from "../documents/document";
import { listOfMap } from "../documents/enveloped";
import { lastAtMost } from "../value/places";
import { print } from "../value/print";
import { type Note, noteOn, type Recognized, type Step, unknownTools } from "../recognized";
import { type Shape, isOfProperties, isSchemaName, schemaOf, shapeOf } from "../value/shape";
import { TYPOGRAPHIC } from "../value/text";
import { joined, toolsOf } from "../value/tools";
import { list, type Member, member, MOST_LEVELS, object, type Range, scalar, textAt, type Value } from "../value/value";

/** Parsers split where a language is ambiguous, and take that much longer than readers of data. */
export const MOST_CODE = 1_000_000;

/** How often a character is read, in the middle, where literals lie in each other and none is a tool. */
const MOST_TIMES = 4;

/** In the place of a member's value that is known only when the program runs. */
const UNKNOWN = scalar(null);

/** Lists that mean something else where an item is missing. */
const WHOLE = /^(?:enum|required|type|anyOf|oneOf)$/;

/** Members that hold a tool's name and schema. */
const HOLDER = /^(?:function|toolSpec)$/;

function omittedTool(name?: string): string {
  const whose = name === undefined ? "a tool" : `the tool \`${name}\``;
  return `The schema of ${whose} is known only when the program runs: the tool is omitted.`;
}

/** Reads the values of syntax nodes, and notes what is known only when the program runs. */
export abstract class Literals {
  notes: Note[] = [];
  /** Where code stands in the place of a schema, by the first words of it. */
  readonly unknown: string[] = [];
  readonly #partial = new Set<Value>();
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
    const text = `\`${shown.replaceAll("`", "'")}\` ${what}; omitted.`;
    this.notes.push({ text, at: node.from, unknown: "value" });
    return undefined;
  }

  /** A list of its items that are known. */
  protected list(items: (Value | undefined)[], node: SyntaxNode): Value {
    const known = items.filter((item) => item !== undefined);
    const value = list(known, node);
    if (known.length < items.length) this.#partial.add(value);
    return value;
  }

  /** A member; none where it has no value. */
  protected member(name: string, inner: SyntaxNode, place: Range): Member[] {
    const before = this.unknown.length;
    const read = this.read(inner);
    const last = this.notes.at(-1);
    // In a map of tools, the key is the name.
    if (!read && last?.text === omittedTool() && last.at !== undefined && inner.from <= last.at && !HOLDER.test(name))
      last.text = omittedTool(name);
    const isPartial = read !== undefined && this.#partial.has(read) && WHOLE.test(name);
    const value = (isPartial ? undefined : read) ?? (this.unknown.length > before ? UNKNOWN : undefined);
    return value ? [member(name, value, place)] : [];
  }

  /** The object of its members that are known; undefined for a tool of which the schema, or all, is unknown. */
  protected object(members: Member[], node: SyntaxNode): Value | undefined {
    const known = object(
      members.filter(({ value }) => value !== UNKNOWN),
      node,
    );
    const names = members.map(({ name }) => name);
    const isUnknown = ({ name, value }: Member) =>
      value === UNKNOWN && (HOLDER.test(name) || isSchemaName(name, names));
    // The schema of a tool of Bedrock.
    if (members.length === 1 && members[0]?.name === "json" && members[0].value === UNKNOWN) return undefined;
    if (!members.some(isUnknown)) return known;
    const isWithin = ({ at = 0 }: Note) => node.from <= at && at < node.to;
    // A function within a tool may be noted already.
    if (!this.notes.some((note) => note.unknown === "tool" && isWithin(note))) {
      this.notes = this.notes.filter((note) => !isWithin(note));
      this.notes.push({ text: omittedTool(textAt(known, "name")), at: node.from, unknown: "tool" });
    }
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

/** To the parsers, letters of a name. */
const QUOTE = new RegExp(`[${TYPOGRAPHIC}]`);

export function parsed(parser: LRParser, text: string): Tree | undefined {
  try {
    const parse = parser.configure({ strict: true }).startParse(text);
    for (let step = 0; step < MOST_STEPS; step++) {
      const tree = parse.advance();
      if (tree) return QUOTE.test(text) && hasQuotedName(tree, text) ? undefined : tree;
    }
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasQuotedName(tree: Tree, text: string): boolean {
  let found = false;
  tree.iterate({
    enter({ name, from, to }) {
      if (/^(?:Variable|Property)(?:Name|Definition)$/.test(name)) found ||= QUOTE.test(text.slice(from, to));
    },
  });
  return found;
}

interface Found {
  value: Value;
  notes: Note[];
  unknown: string[];
  /** Whether there is code around it. */
  amid: boolean;
  shape: Shape;
}

/** The literals of a text: a document, and notes on the tools that only the running program knows. */
interface Literal {
  found?: Found;
  unknown: Note[];
}

/** The reading of a text in a language: a document in it, or the library that it uses. */
export interface Reading {
  recognized: Recognized;
  found?: Found;
}

/** The step leads to the tools that only the running program knows. */
export function readingOf({ found, unknown }: Literal, what: string, step: Step): Reading | undefined {
  const steps = unknown.length > 0 ? [step] : [];
  if (!found) {
    const recognized = { what: "code whose schemas are known only when it runs", notes: unknown, steps };
    return unknown.length > 0 ? { recognized } : undefined;
  }
  const notes = [...unknown, ...found.notes.filter((note) => note.unknown !== "tool")];
  const recognized = documentOf(found.value, what, { json: print(found.value), notes });
  return recognized && { found, recognized: { ...recognized, steps: [...recognized.steps, ...steps] } };
}

/** The tools in a program, or else its first schema or document: of literals in each other the outermost that is one. */
export function literalsIn(tree: Tree, reader: () => Literals, text: string, starts: Set<string>): Literal {
  const tools: Found[] = [];
  const unknown = new Map<number, Note>();
  const others: Found[] = [];
  let left = MOST_TIMES * text.length;
  tree.iterate({
    enter({ node }) {
      if (!starts.has(node.name) || left < 0) return;
      const literals = reader();
      const read = literals.read(node);
      const plain = read && withoutSpecs(read);
      const value = plain && (listOfMap(plain) ?? plain);
      left -= node.to - node.from;
      // The note of the outermost literal knows the key of a tool.
      for (const note of unknownTools(literals)) if (!unknown.has(note.at ?? 0)) unknown.set(note.at ?? 0, note);
      const shape = value && (shapeOf(value) ?? (isOfProperties(value) ? "schema" : undefined));
      if (!value || !shape) return;
      const amid = [text.slice(0, node.from), text.slice(node.to)].some((around) => /[^\s;()]/.test(around));
      const found = { value, notes: literals.notes, unknown: literals.unknown, amid, shape };
      if (shape === "tools") tools.push(found);
      else others.push(found);
      return false;
    },
  });
  const found = togetherOf(tools) ?? others.shift();
  const unread = others.map(({ shape, value: { from } }) => {
    return { text: `The ${shape} that begins here is not read.`, at: from };
  });
  const noted = found && { ...found, notes: [...found.notes, ...unread] };
  return { ...(noted && { found: noted }), unknown: [...unknown.values()] };
}

/** Whether there is a tool whose whole schema is known. */
export function hasKnownTool({ shape, value, notes }: Found): boolean {
  if (shape !== "tools") return false;
  const places = notes.map(({ at = 0 }) => at).sort((a, b) => a - b);
  const hasNote = ({ from, to }: Range) => (places[lastAtMost(places, to - 1)] ?? -1) >= from;
  return toolsOf(value).tools.some((tool) => !hasNote(schemaOf(tool) ?? tool));
}

/** The tools of several literals as one list. */
function togetherOf(tools: Found[]): Found | undefined {
  const [only, ...others] = tools;
  if (!only || others.length === 0) return only;
  const { value, lost } = joined([only.value, ...others.map(({ value }) => value)]);
  return {
    value,
    notes: [...tools.flatMap(({ notes }) => notes), ...noteOn(lost)],
    unknown: tools.flatMap(({ unknown }) => unknown),
    amid: true,
    shape: "tools",
  };
}
