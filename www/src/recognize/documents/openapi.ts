// OpenAPI 3 and Swagger 2: each operation as a tool, whose arguments are its parameters and its body.

import { references } from "./components";
import { print } from "../value/print";
import type { Note, Recognized } from "../recognized";
import {
  get,
  list,
  listAt,
  type Member,
  member,
  type ObjectValue,
  object,
  objectAt,
  scalar,
  textAt,
  textOf,
  type Value,
} from "../value/value";
import { count } from "../../words";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
/** The most that all tools may hold together, each with its own copy of the definitions. */
const MOST_COPIED = 300_000;

export function openApi(document: Value, syntax: string): Recognized | undefined {
  const version = textAt(document, "openapi") ?? textAt(document, "swagger");
  const paths = objectAt(document, "paths");
  const schemas = objectAt(objectAt(document, "components"), "schemas") ?? objectAt(document, "definitions");
  if (version === undefined || !(paths ?? schemas)) return undefined;
  const what = `an ${textAt(document, "swagger") ? "OpenAPI 2 (Swagger)" : `OpenAPI ${version}`} document${syntax.startsWith("JSON") ? "" : ` in ${syntax}`}`;
  const reader = new Operations(document);
  const tools = paths ? reader.tools(paths) : [];
  if (tools.length === 0) {
    const text = "Operations are tools. To check one of its schemas, paste that alone, with those that it refers to.";
    return { what: `${what} without operations`, notes: [], steps: schemas ? [{ text }] : [] };
  }
  const notes = [
    {
      text: `${count(tools.length, "operation")}, ${tools.length === 1 ? "a tool" : "each a tool"}. Answers, security and servers are not taken over.`,
    },
    ...reader.notes,
  ];
  const json = print(object([member("tools", list(tools))], document));
  return { what, json, notes, steps: [] };
}

class Operations {
  readonly notes: Note[] = [];
  readonly #document: Value;
  readonly #names = new Set<string>();

  constructor(document: Value) {
    this.#document = document;
  }

  tools(paths: ObjectValue): Value[] {
    const found: Value[] = [];
    let left = MOST_COPIED;
    for (const { name: path, value } of paths.members) {
      const item = this.#resolved(value);
      if (item.kind !== "object") continue;
      const shared = listAt(item, "parameters") ?? [];
      for (const { name: method, value: operation, from } of item.members) {
        if (!METHODS.has(method) || operation.kind !== "object") continue;
        const { tool, size } = this.#tool(path, method, operation, shared);
        if ((left -= size) < 0) {
          this.notes.push({ text: "Operations from here on are not read: the tools would be too large.", at: from });
          return found;
        }
        found.push(tool);
      }
    }
    return found;
  }

  /** The target of a reference; the value itself if it is not a reference, or unresolved. */
  #resolved(value: Value): Value {
    let found = value;
    for (let step = 0; step < 10; step++) {
      const pointer = textAt(found, "$ref");
      if (pointer === undefined || !pointer.startsWith("#/")) return found;
      const names = pointer
        .slice(2)
        .split("/")
        .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
      const next = names.reduce<Value | undefined>((at, name) => get(at, name), this.#document);
      if (!next) return found;
      found = next;
    }
    return found;
  }

  #tool(path: string, method: string, operation: ObjectValue, shared: Value[]): { tool: Value; size: number } {
    const members: Member[] = [];
    const required: Value[] = [];
    const put = (name: string, value: Value, isRequired: boolean) => {
      if (members.some((known) => known.name === name)) {
        this.notes.push({
          text: `\`${name}\` stands twice among the arguments of one operation; the first is taken.`,
          at: value.from,
        });
        return;
      }
      members.push(member(name, value));
      if (isRequired) required.push(scalar(name, value));
    };
    const own = (listAt(operation, "parameters") ?? []).map((each) => this.#resolved(each));
    const key = (each: Value) => `${textAt(each, "in")} ${textAt(each, "name")}`;
    const overridden = new Set(own.map(key));
    const inherited = shared.map((each) => this.#resolved(each)).filter((each) => !overridden.has(key(each)));
    for (const parameter of [...inherited, ...own]) this.#parameter(parameter, put);
    const body = this.#resolved(get(operation, "requestBody") ?? scalar(null));
    const schema = this.#bodyOf(body);
    if (schema) put("body", schema, isTrue(get(body, "required")));
    const schemaOfAll = object(
      [
        member("type", scalar("object", operation)),
        member("properties", object(members, operation)),
        ...(required.length > 0 ? [member("required", list(required, operation))] : []),
      ],
      operation,
    );
    const { value: inputSchema, size } = references(schemaOfAll, this.#document);
    const description = [textAt(operation, "summary"), textAt(operation, "description")].filter(Boolean).join("\n\n");
    const name = this.#name(textAt(operation, "operationId") ?? `${method} ${path}`);
    const tool = object(
      [
        member("name", scalar(name, operation)),
        ...(description ? [member("description", scalar(description, operation))] : []),
        member("inputSchema", inputSchema),
      ],
      operation,
    );
    return { tool, size };
  }

  #parameter(parameter: Value, put: (name: string, value: Value, isRequired: boolean) => void): void {
    const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
    if (name === undefined || parameter.kind !== "object") {
      this.notes.push({
        text: "A parameter without a name, or with an unresolved reference, is not included.",
        at: parameter.from,
      });
    } else if (place === "cookie") {
      this.notes.push({ text: `The cookie \`${name}\` is not taken over.`, at: parameter.from });
    } else {
      put(
        place === "body" ? "body" : name,
        described(schemaOf(parameter), parameter),
        isTrue(get(parameter, "required")),
      );
    }
  }

  #bodyOf(body: Value): Value | undefined {
    const types = objectAt(body, "content")?.members ?? [];
    const type = types.find(({ name }) => name.includes("json")) ?? types[0];
    if (!type) return undefined;
    if (types.length > 1)
      this.notes.push({ text: `Of the forms of one body, \`${type.name}\` is taken.`, at: type.from });
    return described(get(type.value, "schema") ?? object([], type), body);
  }

  /** A name that no other tool has, of the characters that names of functions are made of. */
  #name(wanted: string): string {
    const plain = wanted.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "") || "operation";
    let name = plain;
    for (let number = 2; this.#names.has(name); number++) name = `${plain}_${number}`;
    this.#names.add(name);
    return name;
  }
}

const isTrue = (value: Value | undefined) => value?.kind === "scalar" && value.json === "true";
const NO_SCHEMA = new Set([
  "name",
  "in",
  "description",
  "required",
  "style",
  "explode",
  "allowReserved",
  "collectionFormat",
  "example",
  "examples",
  "schema",
  "content",
]);

/** The schema of a parameter, which in Swagger 2 is the parameter itself. */
function schemaOf(parameter: ObjectValue): Value {
  const content = objectAt(parameter, "content")?.members[0]?.value;
  const given = get(parameter, "schema") ?? get(content, "schema");
  return (
    given ??
    object(
      parameter.members.filter(({ name }) => !NO_SCHEMA.has(name)),
      parameter,
    )
  );
}

/** The schema with the description of what it is of, unless it has its own. */
function described(schema: Value, of: Value): Value {
  const description = textOf(get(of, "description"));
  if (schema.kind !== "object" || description === undefined || get(schema, "description")) return schema;
  return { ...schema, members: [...schema.members, member("description", scalar(description, of))] };
}
