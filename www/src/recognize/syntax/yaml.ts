// YAML: what its nodes say, with aliases in their places.

import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, parseAllDocuments, type Pair } from "yaml";
import { documentOf } from "../documents/document";
import { print } from "../value/print";
import type { Format, Note } from "../recognized";
import { TYPOGRAPHIC } from "../value/text";
import { list, type Member, MOST_LEVELS, MOST_VALUES, numeral, object, scalar, tooDeep, type Value } from "../value/value";

/** The parser is thorough, and no faster than that. */
const MOST_CHARACTERS = 2_000_000;
/** A mapping or a list, of which there is a sign on one of the first lines. */
const SIGN = /^[ \t]*(?:-[ \t]|["']?[\w$./][^\n:]{0,200}:(?:\s|$))/m;
const SIGN_WITHIN = 20_000;
/** More signs of nesting on one line would nest as deeply; within brackets and quotes they do not. */
const MOST_SIGNS = 60;
const isDeep = (line: string) => !/[[{"']/.test(line) && line.split(/[-?:][ \t]/, MOST_SIGNS + 1).length > MOST_SIGNS;

/** The documents of a text, also with mistakes; undefined for one without a sign of YAML. */
function documentsOf(text: string): Document.Parsed[] | undefined {
  if (text.length > MOST_CHARACTERS || !SIGN.test(text.slice(0, SIGN_WITHIN)) || tooDeep(text)) return undefined;
  if (text.split("\n").some(isDeep)) return undefined;
  try {
    const documents = parseAllDocuments(text, {
      uniqueKeys: false,
      prettyErrors: false,
      strict: false,
      logLevel: "silent",
    });
    return "empty" in documents ? undefined : documents;
  } catch (error) {
    // The parser gives up at what is nested too deeply.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** YAML is recognized by what is in it: most texts are YAML of some kind. */
export const yaml: Format = (text) => {
  const documents = documentsOf(text);
  const [first, second] = documents?.filter(({ contents }) => contents !== null) ?? [];
  if (!first || documents?.some(({ errors }) => errors.length > 0)) return undefined;
  const reader = new Yaml();
  const value = reader.value(first.contents, 0);
  if (reader.isExhausted) return undefined;
  const more = second?.contents?.range?.[0];
  if (more !== undefined) reader.notes.push({ text: "Only the first document of the YAML is read.", at: more });
  return documentOf(value, "YAML", { json: print(value), notes: reader.notes });
};

/** Names by which a text is YAML even where it has mistakes. */
const KNOWN = /^(?:tools|mcpServers|mcp_servers|inputSchema|input_schema|parameters|properties):[ \t]*(?:#.*)?$/m;
/** The first of them tell enough: one leads to others. */
const MOST_ERRORS = 3;

/** YAML with mistakes, and where they are. */
export const brokenYaml: Format = (text) => {
  const documents = KNOWN.test(text.slice(0, SIGN_WITHIN)) ? documentsOf(text) : undefined;
  const errors = documents?.flatMap((document) => document.errors) ?? [];
  if (errors.length === 0) return undefined;
  const notes = errors.slice(0, MOST_ERRORS).map(({ message, pos: [at] }) => ({ text: `${message}.`, at }));
  return { what: "YAML with mistakes", notes, steps: [] };
};

/** What YAML takes for text in brackets, and is a mistake in JSON: `...` for what was left out, a typographic quote. */
const MISTAKE = new RegExp(`^(?:\\.{3}$|[${TYPOGRAPHIC}])`);
const isMistake = (item: unknown): boolean =>
  isPair(item)
    ? isMistake(item.key) || isMistake(item.value)
    : isScalar(item) && item.type === "PLAIN" && MISTAKE.test(item.source ?? "");

class Yaml {
  readonly notes: Note[] = [];
  readonly #anchors = new Map<string, Node>();
  #left = MOST_VALUES;

  get isExhausted(): boolean {
    return this.#left < 0;
  }

  value(node: Node | null | undefined, level: number): Value {
    const [from = 0, to = from] = node?.range ?? [];
    const place = { from, to };
    this.#left -= 1;
    const isBroken = (isMap(node) || isSeq(node)) && node.flow === true && (node.items as unknown[]).some(isMistake);
    if (this.isExhausted || level > MOST_LEVELS || isBroken) {
      this.#left = -1;
      return scalar(null, place);
    }
    if (isAlias(node)) {
      // Its places are where it is used, not where it was said.
      return { ...this.value(this.#anchors.get(node.source), level + 1), ...place };
    }
    if (node?.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (node && "tag" in node && typeof node.tag === "string" && !node.tag.startsWith("tag:yaml.org,2002:"))
      this.notes.push({ text: `The tag \`${node.tag}\` is not read.`, at: from });
    if (isSeq(node))
      return list(
        node.items.map((item) => this.value(item as Node, level + 1)),
        place,
      );
    if (isMap(node)) return object(this.#members(node.items as Pair[], level), place);
    return isScalar(node) ? this.#scalar(node.value, node.source, place) : scalar(null, place);
  }

  #scalar(value: unknown, source: string | undefined, place: { from: number; to: number }): Value {
    if (typeof value === "string" || typeof value === "boolean" || value === null) return scalar(value, place);
    if (typeof value === "number" || typeof value === "bigint") {
      const number = (source !== undefined && numeral(source, place)) || numeral(String(value), place);
      if (number) return number;
      this.notes.push({ text: `\`${source ?? String(value)}\` is no number in JSON; read as null.`, at: place.from });
    }
    return scalar(null, place);
  }

  #members(pairs: Pair[], level: number): Member[] {
    const members: Member[] = [];
    const merged: Member[] = [];
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? String(key.value) : undefined;
      const [from = 0, to = from] = (key as Node | null)?.range ?? [];
      const found = this.value(value as Node | null, level + 1);
      if (name === undefined) this.notes.push({ text: "A name that is no text is not read.", at: from });
      else if (name === "<<" && found.kind === "object") merged.push(...found.members);
      else members.push({ name, value: found, from, to });
    }
    const own = new Set(members.map(({ name }) => name));
    return [...members, ...merged.filter(({ name }) => !own.has(name))];
  }
}
