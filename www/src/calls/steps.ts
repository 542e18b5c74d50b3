// The steps of restoring a call, place by place, from its codec.

import { findNodeAtLocation, getNodePath, type Node } from "jsonc-parser";
import type { Code, Codec } from "lapidary/slim";
import type { Step } from "../engine/protocol";
import { join, own } from "../json/pointer";
import { isJsonText, ofProperty, ownName, resolved } from "../picture/coding";

const MOST_STEPS = 500;
const SHOWN = 40;

/** The steps of what is restored: not of a place with an issue, which the server gets as the model sends it. */
export function stepsOf(args: Node, text: string, codec: Codec, issues: { pointer: string }[]): Step[] {
  const walk = new Walk(text, codec, new Set(issues.map(({ pointer }) => pointer)));
  walk.visit(args, codec.arguments, "");
  return walk.steps;
}

class Walk {
  readonly steps: Step[] = [];
  readonly text: string;
  readonly codec: Codec;
  readonly #unfit: ReadonlySet<string>;

  constructor(text: string, codec: Codec, unfit: ReadonlySet<string>) {
    this.text = text;
    this.codec = codec;
    this.#unfit = unfit;
  }

  #isUnfit(node: Node): boolean {
    return this.#unfit.size > 0 && this.#unfit.has(join("", ...getNodePath(node)));
  }

  add(path: string, text: string): void {
    if (this.steps.length < MOST_STEPS) this.steps.push({ path, text });
  }

  #raw(node: Node): string {
    const text = this.text.slice(node.offset, node.offset + node.length);
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  }

  visit(node: Node, given: Code | undefined, path: string): void {
    const code = resolved(given, this.codec);
    if (code === undefined || node.type === "null" || this.#isUnfit(node)) return;
    if (code === "integer") this.#integer(node, path);
    else if (isJsonText(code)) this.add(path, "JSON text → its value");
    else if (code === "any") {
      const [only, ...others] = node.type === "object" ? (node.children ?? []) : [];
      const [key, text] = only?.children ?? [];
      if (key?.value === "json" && text && !this.#isUnfit(text) && others.length === 0)
        this.add(path, "object with JSON text → its value");
    } else if ("array" in code)
      node.children?.forEach((child, index) => this.visit(child, code.array, `${path}[${index}]`));
    else if ("entries" in code) this.#entries(node, code.entries.value, path);
    else if ("values" in code) this.#values(node, code.values, path);
    else if ("member" in code) this.#member(node, code.member, path);
    else if ("tuple" in code) this.add(path, `object with ${node.children?.length ?? 0} properties → array`);
    else if ("object" in code) this.#object(node, code, path);
    else if ("union" in code) this.#union(node, code.union, path);
  }

  #integer(node: Node, path: string): void {
    const raw = this.#raw(node);
    if (node.type === "number" && Number.isInteger(node.value) && /[.eE]/.test(raw))
      this.add(path, `${raw} → ${node.value}`);
  }

  #entries(node: Node, value: Code | undefined, path: string): void {
    const items = node.children ?? [];
    const entries = items.map((item) => ["key", "value"].map((name) => findNodeAtLocation(item, [name])));
    // Where one is no entry, all are passed on.
    if (!entries.every(([key, inner], at) => key && inner && items[at]?.children?.length === 2)) return;
    this.add(path, `array of ${items.length} ${items.length === 1 ? "entry" : "entries"} → map`);
    entries.forEach(([key, inner], at) => {
      const item = items[at];
      if (inner && item && !this.#isUnfit(item)) this.visit(inner, value, `${path}.${String(key?.value)}`);
    });
  }

  #values(node: Node, values: Record<string, unknown>, path: string): void {
    const name = String(node.value);
    const value = own(values, name);
    if (value !== undefined) this.add(path, `${this.#raw(node)} → ${JSON.stringify(value)}`);
  }

  #member(node: Node, { name, value }: { name: string; value?: Code }, path: string): void {
    const inner = findNodeAtLocation(node, [name]);
    this.add(path, `object with the property ${name} → its value`);
    if (inner) this.visit(inner, value, path);
  }

  #object(node: Node, code: Extract<Code, { object: unknown }>, path: string): void {
    const { optional, rest, constants } = code.object;
    const present = new Set<string>();
    for (const { children } of node.children ?? []) {
      const [key, value] = children ?? [];
      if (!value) continue;
      const wire = String(key?.value);
      const name = ownName(code, wire);
      const place = path ? `${path}.${name}` : name;
      present.add(name);
      if (name !== wire) this.add(place, `sent as ${wire}`);
      if (value.type === "null" && optional?.includes(wire)) this.add(place, "null → omitted");
      else if (rest?.member === wire) this.add(path, `entries of ${wire} → further properties`);
      else this.visit(value, ofProperty(code, wire), place);
    }
    for (const [name, value] of Object.entries(constants ?? {})) {
      if (!present.has(name)) this.add(path ? `${path}.${name}` : name, `constant ${JSON.stringify(value)} filled in`);
    }
  }

  #union(node: Node, branches: Extract<Code, { union: unknown }>["union"], path: string): void {
    const kind = (branch: (typeof branches)[number]) => (branch.when.kind === "integer" ? "number" : branch.when.kind);
    const fits = branches.find(
      (branch) =>
        kind(branch) === node.type && (branch.when.required ?? []).every((name) => findNodeAtLocation(node, [name])),
    );
    if (fits) this.visit(node, fits.code, path);
  }
}
