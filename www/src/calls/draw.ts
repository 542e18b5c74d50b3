// A call as a model might send it, clean or sloppy. Text, since `5.0` is not `5` there.

import type { Code, Codec } from "lapidary/slim";
import { isObject, own } from "../json/pointer";
import { isJsonText, ofItems, ofProperty, resolved } from "../picture/coding";
import { type Place, type View, read } from "../picture/view";

const DEEPEST = 6;
const FORMATS: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
};

interface Manner {
  /** Whole numbers with a fraction, null for what was not asked for. */
  sloppy: boolean;
  /** From 0 to 1, the next one each time. */
  random(): number;
}

/** The arguments, as JSON text, for the schema of a declaration. */
export function drawArguments(schema: unknown, codec: Codec | undefined, manner: Manner): string {
  return new Draw(schema, codec, manner).value({ schema, pointer: "" }, codec?.arguments, "", 0);
}

class Draw {
  readonly root: unknown;
  readonly codec: Codec | undefined;
  readonly manner: Manner;
  #keys = 0;

  constructor(root: unknown, codec: Codec | undefined, manner: Manner) {
    this.root = root;
    this.codec = codec;
    this.manner = manner;
  }

  value(place: Place, given: Code | undefined, name: string, depth: number): string {
    const code = resolved(given, this.codec);
    const view = read(place, this.root);
    if (view.values && view.values.length > 0) return this.#one(view.values);
    if (view.alternatives.length > 0) return this.#alternative(view.alternatives, code, name, depth);
    if (isJsonText(code) || (code === "any" && name === "json")) return JSON.stringify('{"note": "any value"}');
    const schema = isObject(place.schema) ? place.schema : {};
    switch (view.types[0] ?? (view.properties.length > 0 || depth === 0 ? "object" : "string")) {
      case "object":
        return this.#object(view, code, depth);
      case "array":
        return this.#array(view, schema, code, name, depth);
      case "integer":
        return `${this.#number(schema)}${this.manner.sloppy ? ".0" : ""}`;
      case "number":
        return String(this.#number(schema) + 0.5);
      case "boolean":
        return this.manner.random() < 0.5 ? "true" : "false";
      case "null":
        return "null";
      // No two entries of a map have the same key.
      default:
        return JSON.stringify(text(view, schema, name === "key" ? `key_${++this.#keys}` : name));
    }
  }

  #one<T>(list: T[]): T {
    return list[Math.floor(this.manner.random() * list.length)] as T;
  }

  #alternative(places: Place[], code: Code | undefined, name: string, depth: number): string {
    const place = this.#one(places);
    const branches = typeof code === "object" && "union" in code ? code.union : [];
    return this.value(place, code === "any" ? code : branches[places.indexOf(place)]?.code, name, depth + 1);
  }

  #object(view: View, code: Code | undefined, depth: number): string {
    const members: string[] = [];
    for (const { name, place, required } of view.properties) {
      if (!required && (depth >= DEEPEST || this.manner.random() < 0.4)) {
        if (this.manner.sloppy) members.push(`${JSON.stringify(name)}: null`);
        continue;
      }
      members.push(
        `${JSON.stringify(name)}: ${this.value(place, ofProperty(code, name) ?? (code === "any" ? code : undefined), name, depth + 1)}`,
      );
    }
    if (members.length === 0 && view.others && depth < DEEPEST)
      members.push(`"example": ${this.value(view.others, undefined, "example", depth + 1)}`);
    return `{${members.join(", ")}}`;
  }

  #array(view: View, schema: Record<string, unknown>, code: Code | undefined, name: string, depth: number): string {
    if (view.positions.length > 0)
      return `[${view.positions.map((place) => this.value(place, undefined, name, depth + 1)).join(", ")}]`;
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
    if (!view.items || (depth >= DEEPEST && least === 0)) return "[]";
    const { items } = view;
    const inner = isEntries(code) ? entry(code) : ofItems(code);
    const count = Math.min(Math.max(least, 1 + Math.floor(this.manner.random() * 2)), 10);
    return `[${Array.from({ length: depth >= DEEPEST ? least : count }, () => this.value(items, inner, name, depth + 1)).join(", ")}]`;
  }

  #number(schema: Record<string, unknown>): number {
    const bound = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
    const least = bound("minimum") ?? (bound("exclusiveMinimum") ?? 0) + 1;
    const most = bound("maximum") ?? Math.max(least, least + 9);
    return Math.floor(least + this.manner.random() * (most - least));
  }
}

const isEntries = (code: Code | undefined): code is { entries: { value?: Code } } =>
  typeof code === "object" && "entries" in code;

/** The code of an entry, whose value may be coded. */
const entry = ({ entries }: { entries: { value?: Code } }): Code => ({
  object: entries.value ? { properties: { value: entries.value } } : {},
});

function text({ format }: View, schema: Record<string, unknown>, name: string): string {
  const known = format && own(FORMATS, format);
  if (known) return known;
  const least = typeof schema["minLength"] === "number" ? Math.min(schema["minLength"], 1_000) : 0;
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : Infinity;
  return (name || "text").padEnd(least, "x").slice(0, most);
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
