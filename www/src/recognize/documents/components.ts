// The definitions that a schema of a larger document refers to, brought along with it.

import { get, type Member, member, object, scalar, textOf, type Value } from "../value/value";

const HOMES = ["components/schemas", "definitions"];
const DEFINITION = new RegExp(`^#/(?:${HOMES.join("|")})/([^/]+)(.*)$`, "s");
/** Members whose values are data, and those whose names are. */
const DATA = new Set(["default", "example", "examples", "enum", "const"]);
const NAMED = new Set(["properties", "patternProperties", "definitions", "$defs", "dependentSchemas"]);

/** The schema with what it refers to under `$defs`, and how many values it has. */
export function references(schema: Value, document: Value): { value: Value; size: number } {
  const copier = new Copier();
  const root = copier.schema(schema);
  const definitions: Member[] = [];
  // The set grows during the loop, by the definitions that each one refers to.
  for (const name of copier.wanted) {
    const found = HOMES.map((home) => home.split("/").reduce<Value | undefined>(get, document)).map((home) =>
      get(home, unescape(name)),
    );
    const definition = found.find((each) => each !== undefined);
    if (definition) definitions.push(member(unescape(name), copier.schema(definition)));
  }
  const value =
    root.kind === "object" && definitions.length > 0
      ? { ...root, members: [...root.members, member("$defs", object(definitions, schema))] }
      : root;
  return { value, size: copier.size };
}

const unescape = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

class Copier {
  readonly wanted = new Set<string>();
  size = 0;

  schema(value: Value): Value {
    this.size += 1;
    if (value.kind === "list") return { ...value, items: value.items.map((item) => this.schema(item)) };
    if (value.kind === "scalar") return value;
    return { ...value, members: value.members.map((each) => this.#member(each)) };
  }

  #member(each: Member): Member {
    const { name, value } = each;
    if (DATA.has(name)) return each;
    const pointer = name === "$ref" ? textOf(value) : undefined;
    if (pointer !== undefined) return { ...each, value: scalar(this.#moved(pointer), value) };
    if (NAMED.has(name) && value.kind === "object") {
      const members = value.members.map((inner) => ({ ...inner, value: this.schema(inner.value) }));
      return { ...each, value: { ...value, members } };
    }
    if (name === "discriminator") return { ...each, value: this.#mapping(value) };
    return { ...each, value: this.schema(value) };
  }

  #moved(pointer: string): string {
    const [, name, rest] = DEFINITION.exec(pointer) ?? [];
    if (name === undefined) return pointer;
    this.wanted.add(name);
    return `#/$defs/${name}${rest}`;
  }

  /** The references of a discriminator. */
  #mapping(value: Value): Value {
    if (value.kind === "list") return value;
    if (value.kind === "scalar") {
      const text = textOf(value);
      return text === undefined ? value : scalar(this.#moved(text), value);
    }
    return { ...value, members: value.members.map((each) => ({ ...each, value: this.#mapping(each.value) })) };
  }
}
