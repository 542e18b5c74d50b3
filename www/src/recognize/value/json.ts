// JSON itself, also with comments and trailing commas, as a value with places.

import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { MOST_VALUES, type Value, tooDeep } from "./value";

/** Beyond this, its tree would take too much memory. */
const MOST_CHARACTERS = 20_000_000;

export function jsonValue(text: string): Value | undefined {
  if (text.length > MOST_CHARACTERS || tooDeep(text)) return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(unmarked(text), errors, { allowTrailingComma: true });
  const budget = { left: MOST_VALUES };
  return tree && errors.length === 0 ? valueOf(tree, text, budget) : undefined;
}

function valueOf(
  { type, offset, length, children = [] }: Node,
  text: string,
  budget: { left: number },
): Value | undefined {
  const place = { from: offset, to: offset + length };
  if ((budget.left -= 1) < 0) return undefined;
  if (type === "array") {
    const items = children.map((child) => valueOf(child, text, budget));
    return items.every((item) => item !== undefined) ? { kind: "list", items, ...place } : undefined;
  }
  if (type !== "object") return { kind: "scalar", json: text.slice(place.from, place.to), ...place };
  const members = children.map(({ children: [name, inner] = [] }) => {
    const value = inner && valueOf(inner, text, budget);
    return name && value && { name: String(name.value), value, from: name.offset, to: name.offset + name.length };
  });
  return members.every((member) => member !== undefined) ? { kind: "object", members, ...place } : undefined;
}

/** A text with a space for its byte order mark, so that places stay. */
const unmarked = (text: string): string => text.replace(/^\uFEFF/, " ");

export function isPlain(text: string): boolean {
  try {
    JSON.parse(unmarked(text));
    return true;
  } catch {
    return false;
  }
}
