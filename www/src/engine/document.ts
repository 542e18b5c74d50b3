// A document with the engine's answer, and what the page shows of each of its tools.

import { parseTree, type Node } from "jsonc-parser";
import { counted } from "../picture/summary";
import { draw } from "../picture/rows";
import { data } from "../recognize/prose";
import { placed, readingOf } from "../recognize/reading";
import type { Recognized } from "../recognize/recognized";
import { jsonValue } from "../recognize/value/json";
import { type Shape, shapeOf } from "../recognize/value/shape";
import type { Value } from "../recognize/value/value";
import * as engine from "./api";
import { declarationOf, declarations, descriptionOf, nameOf, onlyOf, pretty } from "./declarations";
import { listOfLines } from "./lines";
import type { Choices, Coded, Detail, Overview, Range, Sizes, Source, Spans, ToolLine } from "./protocol";
import { rangeAt, schemaBase, spansOf } from "./spans";

/** Beyond this, places in the text are not looked up: its tree would take too much memory. */
const MOST_CHARACTERS = 6_000_000;
const MOST_LEVELS = 200;

/** A value of such a shape is what the engine reads it as. */
const CERTAIN = new Set<Shape | undefined>(["tools", "schema"]);

const NOTHING: engine.Transformed = { kind: null, readAs: "", output: null, tools: [], issues: [] };

export interface Schemas {
  original: unknown;
  transformed: unknown;
}

export class Document {
  /** The pasted text. */
  readonly source: string;
  /** Its JSON, as passed to the engine. */
  readonly text: string;
  readonly choices: Choices;
  readonly result: engine.Transformed;
  readonly #recognized: Recognized | undefined;
  readonly #milliseconds: number;
  #declarations: string[] | undefined;
  #tree: Node | undefined | null = null;

  constructor(source: string, choices: Choices, recognized?: Recognized) {
    this.source = source;
    this.text = recognized?.json?.text ?? source;
    this.choices = choices;
    this.#recognized = recognized;
    // For another kind of document, its name says more than the reasons why it is not a tool.
    const isOther = recognized && !recognized.json && !recognized.correction;
    const start = performance.now();
    const result = source === "" || isOther ? NOTHING : engine.transform(this.text, choices);
    this.#milliseconds = performance.now() - start;
    this.result = recognized?.json ? placed(result, source, recognized.json) : result;
  }

  /** The same text with these choices. */
  with(choices: Choices): Document {
    const same = JSON.stringify(choices) === JSON.stringify(this.choices);
    return same ? this : new Document(this.source, choices, this.#recognized);
  }

  /** A text, read as what it is. */
  static async of(source: string, choices: Choices): Promise<Document> {
    const document = new Document(source, choices);
    const lines = document.result.kind === null ? undefined : listOfLines(source);
    const listed = lines && new Document(source, choices, lines);
    if (listed && listed.result.kind !== null) return listed;
    if (!document.#asksWhatItIs()) return document;
    const { recognize } = await import("../recognize");
    const recognized = (await recognize(source)) ?? (document.result.kind === "schema" ? data(source) : undefined);
    const isNew = recognized && recognized.json?.text !== source;
    return isNew ? new Document(source, choices, recognized) : document;
  }

  /** Whether the engine reads neither tools nor a schema with certainty: it takes any object for a schema or a tool. */
  #asksWhatItIs(): boolean {
    const { kind } = this.result;
    if (this.source.trim() === "") return false;
    if (kind !== "schema" && kind !== "tool") return kind === null;
    const value = jsonValue(this.source);
    const isSure = [value, this.#ownSchema()].some((each) => each && CERTAIN.has(shapeOf(each)));
    return value !== undefined && !isSure;
  }

  /** The schema of a lone tool, which may be in a member of any name. */
  #ownSchema(): Value | undefined {
    return this.result.kind === "tool" ? jsonValue(JSON.stringify(this.schemas(0)?.original ?? null)) : undefined;
  }

  overview(): Overview {
    const { readAs, kind, tools, issues, output, stopped } = this.result;
    const reading = this.#recognized && readingOf(this.#recognized, this.source);
    const schemas = reading?.notes.some((note) => note.unknown === "value") ? this.allSchemas() : [];
    const partial = (index: number) => this.#isPartial(this.#baseOf(index, schemas[index]?.original));
    return {
      ...(reading && { reading }),
      readAs,
      kind,
      issues,
      hasOutput: output !== null,
      ...(stopped !== undefined && { stopped }),
      milliseconds: this.#milliseconds,
      tools: tools.map((tool, index) => ({ ...line(tool), ...(partial(index) && { partial: true }) })),
    };
  }

  /** Whether there is code in place of a value in a schema. */
  #isPartial(base: string | undefined): boolean {
    const unknown = this.#recognized?.notes.filter((note) => note.unknown === "value") ?? [];
    const schema = unknown.length > 0 && base !== undefined ? rangeAt(this.#source(), base) : undefined;
    const place = schema && this.origin(schema);
    return place !== undefined && unknown.some(({ at = -1 }) => place.from <= at && at < place.to);
  }

  #baseOf(index: number, original: unknown): string | undefined {
    const tool = this.result.tools[index];
    return tool && schemaBase(this.#source(), tool, original, this.#address(index)[1]);
  }

  /** The name to ask the engine for, and which of the tools of that name is meant. */
  #address(index: number): [name: string | undefined, nth: number] {
    const { tools } = this.result;
    const name = tools[index]?.name;
    if (!name || tools.length === 1) return [undefined, index];
    return [name, tools.slice(0, index).filter((tool) => tool.name === name).length];
  }

  schemas(index: number): Schemas | undefined {
    const [name, nth] = this.#address(index);
    return this.#schemas(name)[nth];
  }

  /** Those of all tools, asked for at once. */
  allSchemas(): Schemas[] {
    return this.#schemas(undefined);
  }

  #schemas(name: string | undefined): Schemas[] {
    return engine
      .schemas(this.text, this.choices, name)
      .map(({ original, transformed }) => ({ original: clipped(original), transformed: clipped(transformed) }));
  }

  /** The name to ask the engine for; undefined for all tools. */
  #named(index: number | undefined): string | undefined {
    return index === undefined ? undefined : this.#address(index)[0];
  }

  unified(index: number | undefined): string {
    return engine.unified(this.text, this.choices, this.#named(index));
  }

  report(index: number | undefined): string {
    return engine.report(this.text, this.choices, this.#named(index));
  }

  reportInCharacters(index: number | undefined): engine.Report {
    return engine.reportInCharacters(this.text, this.choices, this.#named(index));
  }

  sources(index: number | undefined): Source[] {
    const indexes = [...this.result.tools.keys()].filter((at) => index === undefined || at === index);
    const found = index === undefined ? this.allSchemas() : [this.schemas(index)];
    return indexes.map((at, nth) => ({
      name: this.result.tools[at]?.name ?? "",
      description: descriptionOf(this.declaration(at)),
      schema: found[nth]?.original,
    }));
  }

  #declared(): string[] {
    return (this.#declarations ??= declarations(this.result.output ?? "").map(pretty));
  }

  /** The list of declarations that a request takes. */
  declarations(index: number | undefined): string {
    if (this.result.kind === "schema") return `[${onlyOf(engine.request(this.text, this.choices))}]`;
    return index === undefined ? `[\n${this.#declared().join(",\n")}\n]` : `[${this.declaration(index)}]`;
  }

  declaration(index: number): string {
    const tool = this.result.tools[index];
    return declarationOf(this.#declared(), index, tool ? declaredName(tool) : "");
  }

  declaredNames(): Set<unknown> {
    return new Set(this.#declared().map(nameOf));
  }

  coded(index: number | undefined): Coded {
    const { tools } = this.result;
    const wanted = [...tools.entries()].filter(([at]) => index === undefined || at === index);
    const lines = wanted.flatMap(([at, { name, codec }]) => {
      const declaration = this.declaration(at);
      return declaration === "" ? [] : [JSON.stringify({ name, declaration: JSON.parse(declaration), codec })];
    });
    const named = Object.fromEntries(wanted.map(([, tool]) => [declaredName(tool), tool.codec]));
    const [only] = wanted;
    const codec = index === undefined || !only ? { version: 1 as const, tools: named } : only[1].codec;
    return { lines: lines.map((line) => `${line}\n`).join(""), codec, count: wanted.filter(([, it]) => isCoded(it)).length };
  }

  detail(index: number): Detail | undefined {
    const tool = this.result.tools[index];
    const found = tool && this.schemas(index);
    if (!tool || !found) return undefined;
    const { original, transformed } = found;
    const { name, target, chosen, refused, issues, emptied, codec } = tool;
    const { root: picture, cut } = draw({ original, transformed, codec, issues, emptied });
    const declaration = this.declaration(index);
    const base = this.#baseOf(index, original);
    return {
      index,
      name,
      target,
      reader: engine.targets().find(({ id }) => id === target)?.reader ?? target,
      chosen,
      refused,
      issues,
      picture,
      cut,
      partial: this.#isPartial(base),
      counts: counted(picture),
      original,
      transformed,
      declaration,
      codec,
      sizes: sizes(found),
      input: base === undefined ? {} : this.#placed(spansOf(picture, "before", this.#source(), base)),
      output: spansOf(picture, "after", parseTree(declaration), undefined),
    };
  }

  /** Places in the JSON as places in what was pasted. */
  #placed(spans: Spans): Spans {
    return Object.fromEntries(Object.entries(spans).map(([id, span]) => [id, this.origin(span)]));
  }

  /** A place in the JSON as a place in what was pasted. */
  origin(range: Range): Range {
    return this.#recognized?.json?.origin(range) ?? range;
  }

  #source(): Node | undefined {
    if (this.#tree === null) this.#tree = this.text.length > MOST_CHARACTERS ? undefined : tree(this.text);
    return this.#tree;
  }
}

/** A value without what is nested deeper than anybody looks, which could be neither sent nor written down again. */
function clipped(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.map((item) => clipped(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clipped(item, levels - 1)]));
}

/** Its tree; undefined where it is nested too deeply for one. */
function tree(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    return undefined;
  }
}

export const declaredName = ({ codec, name }: engine.Tool): string => codec.declared ?? name;

/** Whether a codec says more than its version. */
const isCoded = ({ codec }: engine.Tool) => Object.keys(codec).length > 1;

export function line(tool: engine.Tool): ToolLine {
  const { name, refused, issues } = tool;
  const count = (test: (issue: engine.Issue) => unknown) => issues.filter(test).length;
  return {
    name,
    refused,
    errors: count(({ severity }) => severity === "error"),
    warnings: count(({ severity }) => severity === "warning"),
    infos: count(({ severity }) => severity === "info"),
    more: count(({ acceptsMore, idle }) => acceptsMore && !idle),
    less: count(({ acceptsLess }) => acceptsLess),
    coded: isCoded(tool),
  };
}

export const sizes = ({ original, transformed }: Schemas): Sizes => ({
  before: size(original),
  after: size(transformed),
});

const size = (value: unknown): number =>
  value === undefined || value === null ? 0 : new TextEncoder().encode(JSON.stringify(value)).length;
