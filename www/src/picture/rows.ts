// The tree of a tool's parameters, before and after in one: each with its mark and its findings.

import type { Code, Codec, Issue } from "lapidary/slim";
import { fromPath, parent } from "../json/pointer";
import { codedAs, ofItems, ofProperty, ownName, resolved } from "./coding";
import { type Mark, gravest } from "./marks";
import { label } from "./label";
import { type Place, type View, read } from "./view";
import { isMap, typeInWords } from "./words";

/** One side of a row. */
export interface Side {
  /** Where it is in the tool's schema, the property itself first, then what its items or its reference lead to. */
  pointers: string[];
  type: string;
  required: boolean;
  limits: string[];
}

export interface Row {
  /** One of a kind in its tree; the root's is empty. */
  id: string;
  name: string;
  /** The names of the parameters down to this one, joined by points. */
  path: string;
  level: number;
  before: Side | undefined;
  after: Side | undefined;
  mark: Mark;
  /** The gravest mark here and below. */
  worst: Mark;
  /** What the model sends instead, where that is another form. */
  coded: string | undefined;
  /** Indexes of the tool's findings that are about this row alone. */
  issues: number[];
  /** Whether it stands for a parameter, and not for one alternative of several. */
  parameter: boolean;
  children: Row[];
}

export interface Source {
  original: unknown;
  transformed: unknown;
  codec: Codec | undefined;
  issues: Issue[];
}

const DEEPEST = 24;
/** A tool may have a hundred thousand parameters; nobody looks at more than these. */
const MOST_ROWS = 2_000;

export interface Picture {
  /** The root's row; its children are the tool's parameters. */
  root: Row;
  /** Whether there are parameters beyond those that are drawn. */
  cut: boolean;
}

export function draw(source: Source): Picture {
  const builder = new Builder(source);
  const before = side(source.original);
  const after = side(source.transformed);
  const root = builder.row({ id: "", name: "", path: "", level: 0, parameter: true }, before, after, resolved(source.codec?.arguments, source.codec));
  attach(root, source.issues);
  settle(root, source.issues, false);
  return { root, cut: builder.cut };
}

const side = (schema: unknown): Half | undefined =>
  schema === null || schema === undefined ? undefined : { place: { schema, pointer: "" }, required: true };

const dotted = (above: string, name: string) => (above ? `${above}.${name}` : name);

interface Half {
  place: Place;
  required: boolean;
}

/** What a row's children are found in: past lists, maps and their values. */
interface Core {
  view: View;
  pointers: string[];
}

class Builder {
  #left = MOST_ROWS;
  cut = false;
  readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  row(own: Pick<Row, "id" | "name" | "path" | "level" | "parameter">, before: Half | undefined, after: Half | undefined, code: Code | undefined): Row {
    const { original, transformed, codec } = this.source;
    this.#left -= 1;
    const old = before && core(before.place, original);
    const [now, inner] = after ? coreWithCode(after.place, transformed, code, codec) : [undefined, undefined];
    const row: Row = {
      ...own,
      before: before && old && sideOf(before, old, original),
      after: after && now && sideOf(after, now, transformed),
      mark: "unchanged", worst: "unchanged", coded: after && codedAs(code), issues: [], children: [],
    };
    if (own.level < DEEPEST) row.children = this.#children(row, old, now, inner);
    return row;
  }

  #children({ id, path, level }: Row, old: Core | undefined, now: Core | undefined, code: Code | undefined): Row[] {
    // A schema that contains itself is drawn once; what the declaration repeats of it is about that row.
    if (old?.view.repeated) return [];
    const children: Row[] = [];
    const add = (name: string, before: Half | undefined, after: Half | undefined, inner: Code | undefined, parameter: boolean) => {
      if (this.#left <= 0) this.cut = true;
      else {
        const own = parameter
          ? { id: dotted(id, name), name, path: dotted(path, name), level: level + 1, parameter }
          : { id: `${id}|${name}`, name, path, level: level + 1, parameter };
        children.push(this.row(own, before, after, resolved(inner, this.source.codec)));
      }
    };
    for (const { name, before, after, wire } of this.#properties(old, now, code)) {
      add(name, before, after, wire === undefined ? undefined : ofProperty(code, wire), true);
    }
    for (const { name, before, after, inner } of this.#alternatives(old, now, code)) add(name, before, after, inner, false);
    return children;
  }

  /** Properties of both sides under their own names, in the source's order. */
  #properties(old: Core | undefined, now: Core | undefined, code: Code | undefined) {
    const after = new Map((now?.view.properties ?? []).map((property) => [ownName(code, property.name), property]));
    const before = new Map((old?.view.properties ?? []).map((property) => [property.name, property]));
    // Where one side is a union and the other is not, its alternatives' properties are what the other side merged.
    if (old && now && old.view.alternatives.length > 0 && now.view.alternatives.length === 0) {
      this.#merge(before, old.view.alternatives, this.source.original);
    }
    const rest = typeof code === "object" && "object" in code ? code.object.rest?.member : undefined;
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names].filter((name) => before.has(name) || name !== rest).map((name) => ({
      name, before: before.get(name), after: after.get(name), wire: after.get(name)?.name,
    }));
  }

  #merge(into: Map<string, { name: string } & Half>, alternatives: Place[], root: unknown): void {
    for (const place of alternatives) {
      for (const property of read(place, root).properties) {
        if (!into.has(property.name)) into.set(property.name, { ...property, required: false });
      }
    }
  }

  #alternatives(old: Core | undefined, now: Core | undefined, code: Code | undefined) {
    const before = old?.view.alternatives ?? [];
    const after = now?.view.alternatives ?? [];
    // A union on one side alone is told by the type in words.
    if (old && now && (before.length === 0 || after.length === 0)) return [];
    const branches = typeof code === "object" && "union" in code ? code.union : [];
    const half = (place: Place | undefined): Half | undefined => place && { place, required: false };
    const named = pair(before, after, this.source);
    return named.map(([first, second, name]) => ({
      name, before: half(first), after: half(second), inner: second && branches[after.indexOf(second)]?.code,
    }));
  }
}

/** Alternatives of both sides: in order where there are as many, else by what tells them apart. */
function pair(before: Place[], after: Place[], { original, transformed }: Source): [Place | undefined, Place | undefined, string][] {
  const seen = new Map<string, number>();
  const unique = (name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  if (before.length === after.length || before.length === 0 || after.length === 0) {
    const count = Math.max(before.length, after.length);
    return Array.from({ length: count }, (_, index) => {
      const [first, second] = [before[index], after[index]];
      return [first, second, unique(first ? label(first, original) : second ? label(second, transformed) : "")];
    });
  }
  const rest = new Map(after.map((place) => [place, label(place, transformed)]));
  const pairs = before.map((first): [Place, Place | undefined, string] => {
    const name = label(first, original);
    const second = [...rest].find(([, other]) => other === name)?.[0];
    if (second) rest.delete(second);
    return [first, second, unique(name)];
  });
  return [...pairs, ...[...rest].map(([place, name]): [undefined, Place, string] => [undefined, place, unique(name)])];
}

function core(place: Place, root: unknown): Core {
  return coreWithCode(place, root, undefined, undefined)[0];
}

/** Goes past lists and maps to what has properties, and along the code that belongs to it. */
function coreWithCode(place: Place, root: unknown, code: Code | undefined, codec: Codec | undefined): [Core, Code | undefined] {
  let view = read(place, root);
  let inner = resolved(code, codec);
  const pointers = [...view.pointers];
  for (let step = 0; step < DEEPEST && !view.repeated; step++) {
    const next = inwards(view, root, inner);
    if (!next) break;
    view = read(next.place, root);
    inner = resolved(next.code, codec);
    pointers.push(next.place.pointer, ...view.pointers);
  }
  return [{ view, pointers: [...new Set(pointers)] }, inner];
}

function inwards(view: View, root: unknown, code: Code | undefined): { place: Place; code: Code | undefined } | undefined {
  if (view.items && typeof code === "object" && "entries" in code) {
    const value = read(view.items, root).properties.find(({ name }) => name === "value");
    return value && { place: value.place, code: code.entries.value };
  }
  if (view.items) return { place: view.items, code: ofItems(code) };
  if (isMap(view) && view.others) return { place: view.others, code: ofProperty(code, "") };
  return undefined;
}

function sideOf({ place, required }: Half, { pointers }: Core, root: unknown): Side {
  const view = read(place, root);
  return { pointers, type: typeInWords(view, root), required, limits: view.limits };
}

/** Gives each finding to the rows that it is about. */
function attach(root: Row, issues: Issue[]): void {
  const [before, after] = [indexed(root, "before"), indexed(root, "after")];
  issues.forEach((issue, index) => {
    const source = nearest(before, fromPath(issue.path));
    const gone = source.filter((row) => !row.after && row !== root);
    const shown = issue.outputs.flatMap((pointer) => nearest(after, pointer));
    for (const row of new Set(gone.length > 0 ? gone : shown.length > 0 ? shown : source)) row.issues.push(index);
  });
}

function indexed(root: Row, key: "before" | "after"): Map<string, Row[]> {
  const index = new Map<string, Row[]>();
  const add = (row: Row) => {
    for (const pointer of row[key]?.pointers ?? []) index.set(pointer, [...(index.get(pointer) ?? []), row]);
    row.children.forEach(add);
  };
  add(root);
  return index;
}

/** The rows of the innermost place that holds the pointer. */
function nearest(index: Map<string, Row[]>, pointer: string): Row[] {
  for (let at: string | undefined = pointer; at !== undefined; at = parent(at)) {
    const found = index.get(at);
    if (found) return found;
  }
  return [];
}

/** Marks from the findings, from the leaves up. */
function settle(row: Row, issues: Issue[], lossAbove: boolean): void {
  const own = row.issues.map((index) => issues[index]).filter((issue) => issue !== undefined);
  const loses = own.some(({ acceptsLess }) => acceptsLess);
  row.mark = own.map(markOf).reduce(gravest, row.coded ? "coded" : "unchanged");
  if (row.before && !row.after) row.mark = loses || (own.length === 0 && lossAbove) ? "gone" : "rewritten";
  else if (!row.before && row.after && row.mark === "unchanged") row.mark = "rewritten";
  for (const child of row.children) settle(child, issues, loses || lossAbove);
  row.worst = row.children.map(({ worst }) => worst).reduce(gravest, row.mark);
}

function markOf({ severity, acceptsMore, acceptsLess, idle }: Issue): Mark {
  if (acceptsLess) return "less";
  if (acceptsMore && !idle) return "more";
  return severity === "info" ? "respelled" : "rewritten";
}

export function* each(row: Row): Generator<Row> {
  yield row;
  for (const child of row.children) yield* each(child);
}
