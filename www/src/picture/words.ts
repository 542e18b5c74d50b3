// A type in words: "array of objects", "integer or null", "one of a, b".

import { type Place, type View, read } from "./view";

const WORDS: Record<string, readonly [one: string, several: string]> = {
  string: ["string", "strings"],
  integer: ["integer", "integers"],
  number: ["number", "numbers"],
  boolean: ["boolean", "booleans"],
  object: ["object", "objects"],
  array: ["array", "arrays"],
  null: ["null", "nulls"],
};
const SHOWN_VALUES = 4;
const SHOWN_ALTERNATIVES = 3;
const DEEPEST = 4;
const ANY = "any type";

export function typeInWords(view: View, root: unknown, depth = 0): string {
  const base = withoutNull(view, root, depth, false);
  const nullable = view.nullable || (depth < DEEPEST && view.alternatives.some((place) => read(place, root).nullable));
  return nullable && base !== "null" ? `${base} or null` : base;
}

function withoutNull(view: View, root: unknown, depth: number, several: boolean): string {
  if (view.repeated) return several ? "recursive ones" : "recursive";
  if (view.values) return listed(view.values);
  if (view.alternatives.length > 0) return alternatives(view, root, depth);
  const [type = implied(view), ...rest] = view.types;
  if (type === undefined) return view.nullable ? "null" : ANY;
  if (rest.length > 0)
    return [type, ...rest]
      .map((name) => WORDS[name]?.[0] ?? name)
      .sort()
      .join(" or ");
  if (type === "array") return several || depth >= DEEPEST ? word("array", several) : `array${items(view, root, depth)}`;
  if (isMap(view) && view.others) return several ? "maps" : map(view.others, root, depth);
  if (type === "string" && view.format) return `${word(type, several)} (${view.format})`;
  return word(type, several);
}

/** The type that the other keywords speak of. */
function implied(view: View): string | undefined {
  if (view.properties.length > 0 || view.others) return "object";
  if (view.items || view.positions.length > 0) return "array";
  return undefined;
}

/** Whether it has nothing but members of any name. */
export const isMap = (view: View): boolean => view.properties.length === 0 && view.others !== undefined;

function map(values: Place, root: unknown, depth: number): string {
  const of = plural(values, root, depth);
  return of === ANY ? "free-form map" : `map of ${of}`;
}

const word = (type: string, several: boolean) => WORDS[type]?.[several ? 1 : 0] ?? type;

function items(view: View, root: unknown, depth: number): string {
  if (view.items) return ` of ${plural(view.items, root, depth)}`;
  return view.positions.length > 0 ? ` of ${view.positions.length} positions` : "";
}

function plural(place: Place, root: unknown, depth: number): string {
  const view = read(place, root);
  const base = withoutNull(view, root, depth + 1, true);
  return view.nullable && base !== "null" ? `${base} or null` : base;
}

function listed(values: string[]): string {
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((value) => (value.startsWith('"') && value !== '""' ? value.slice(1, -1) : value));
  const more = values.length - shown.length;
  if (values.length === 1) return `always ${shown[0]}`;
  return `one of ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function alternatives(view: View, root: unknown, depth: number): string {
  if (depth >= DEEPEST) return "one of several";
  const words = view.alternatives.map((place) => withoutNull(read(place, root), root, depth + 1, false));
  const distinct = [...new Set(words)].sort();
  if (distinct.length === 1) return `${view.alternatives.length} kinds of ${distinct[0]}`;
  if (distinct.length > SHOWN_ALTERNATIVES) return `one of ${view.alternatives.length} types`;
  return distinct.join(distinct.some((text) => text.includes(" of ")) ? ", or " : " or ");
}
