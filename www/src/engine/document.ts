// A document with the engine's answer, and what the page shows of each of its tools.

import { parseTree, type Node } from "jsonc-parser";
import { counted } from "../picture/summary";
import { draw } from "../picture/rows";
import * as engine from "./api";
import { declarationOf, declarations, descriptionOf, nameOf, onlyOf, pretty } from "./declarations";
import type { Choices, Coded, Detail, Overview, Sizes, Source, ToolLine } from "./protocol";
import { schemaBase, spansOf } from "./spans";

/** Beyond this, places in the text are not looked up: its tree would take too much memory. */
const MOST_CHARACTERS = 6_000_000;
const MOST_LEVELS = 200;

export interface Schemas {
  original: unknown;
  transformed: unknown;
}

export class Document {
  readonly text: string;
  readonly choices: Choices;
  readonly result: engine.Transformed;
  readonly #milliseconds: number;
  readonly #bytes: number;
  #declarations: string[] | undefined;
  #tree: Node | undefined | null = null;

  constructor(text: string, choices: Choices) {
    this.text = text;
    this.choices = choices;
    if (text === "") {
      this.result = { kind: null, readAs: "", output: null, tools: [], issues: [] };
      this.#milliseconds = this.#bytes = 0;
      return;
    }
    const start = performance.now();
    this.result = engine.transform(text, choices);
    this.#milliseconds = performance.now() - start;
    this.#bytes = new TextEncoder().encode(text).length;
  }

  /** This one, if it is of that text and these choices. */
  with(text: string, choices: Choices): Document {
    const same = text === this.text && JSON.stringify(choices) === JSON.stringify(this.choices);
    return same ? this : new Document(text, choices);
  }

  overview(): Overview {
    const { readAs, kind, tools, issues, output, stopped } = this.result;
    return {
      readAs,
      kind,
      issues,
      hasOutput: output !== null,
      ...(stopped !== undefined && { stopped }),
      bytes: this.#bytes,
      milliseconds: this.#milliseconds,
      tools: tools.map(line),
    };
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
    const base = schemaBase(this.#source(), tool, original, this.#address(index)[1]);
    return {
      index,
      name,
      target,
      chosen,
      refused,
      issues,
      picture,
      cut,
      counts: counted(picture),
      original,
      transformed,
      declaration,
      codec,
      sizes: sizes(found),
      input: base === undefined ? {} : spansOf(picture, "before", this.#source(), base),
      output: spansOf(picture, "after", parseTree(declaration), undefined),
    };
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
