// The tree of a tool's parameters, before and after in one: each with its mark and its findings.

import type { Code, Codec, Issue } from "lapidary/slim";
import { attach, settle } from "./attach";
import { codedAs, ofProperty, ownName, resolved } from "./coding";
import { type Core, DEEPEST, core, coreWithCode } from "./core";
import { pair } from "./pair";
import type { Row, Side } from "./row";
import { type Place, read } from "./view";
import { typeInWords } from "./words";

export interface Source {
  original: unknown;
  transformed: unknown;
  codec: Codec | undefined;
  issues: Issue[];
  /** The objects that models send empty: JSON Pointers into the transformed schema. */
  emptied: readonly string[];
}

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
  const root = builder.row(
    { id: "", name: "", path: "", level: 0, parameter: true },
    before,
    after,
    resolved(source.codec?.arguments, source.codec),
  );
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

class Builder {
  #left = MOST_ROWS;
  cut = false;
  readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  row(
    own: Pick<Row, "id" | "name" | "path" | "level" | "parameter">,
    before: Half | undefined,
    after: Half | undefined,
    code: Code | undefined,
  ): Row {
    const { original, transformed, codec, emptied } = this.source;
    this.#left -= 1;
    const old = before && core(before.place, original);
    const [now, inner] = after ? coreWithCode(after.place, transformed, code, codec) : [undefined, undefined];
    const row: Row = {
      ...own,
      before: before && old && sideOf(before, old, original),
      after: after && now && sideOf(after, now, transformed),
      mark: "unchanged",
      worst: "unchanged",
      coded: after && codedAs(code),
      emptied: now?.pointers.some((pointer) => emptied.includes(pointer)) ?? false,
      issues: [],
      children: [],
    };
    if (own.level < DEEPEST) row.children = this.#children(row, old, now, inner);
    return row;
  }

  #children({ id, path, level }: Row, old: Core | undefined, now: Core | undefined, code: Code | undefined): Row[] {
    // A schema that contains itself is drawn once; what the declaration repeats of it is about that row.
    if (old?.view.repeated) return [];
    const children: Row[] = [];
    const add = (
      name: string,
      before: Half | undefined,
      after: Half | undefined,
      inner: Code | undefined,
      parameter: boolean,
    ) => {
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
    for (const { name, before, after, inner } of this.#alternatives(old, now, code))
      add(name, before, after, inner, false);
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
    return [...names]
      .filter((name) => before.has(name) || name !== rest)
      .map((name) => ({
        name,
        before: before.get(name),
        after: after.get(name),
        wire: after.get(name)?.name,
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
    // A union on only one side shows in the type in words.
    if (old && now && (before.length === 0 || after.length === 0)) return [];
    const branches = typeof code === "object" && "union" in code ? code.union : [];
    const half = (place: Place | undefined): Half | undefined => place && { place, required: false };
    const named = pair(before, after, this.source);
    return named.map(([first, second, name]) => ({
      name,
      before: half(first),
      after: half(second),
      inner: second && branches[after.indexOf(second)]?.code,
    }));
  }
}

function sideOf({ place, required }: Half, { pointers }: Core, root: unknown): Side {
  const view = read(place, root);
  return { pointers, type: typeInWords(view, root), required, limits: view.limits };
}
