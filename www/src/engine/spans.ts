// Where the rows of the picture stand in a text.

import { findNodeAtLocation, type Node } from "jsonc-parser";
import { fromPath, isObject, split } from "../json/pointer";
import { type Row, each } from "../picture/row";
import type { Tool } from "./api";
import type { Range, Spans } from "./protocol";

const DOORS = [["parameters"], ["parametersJsonSchema"], ["function", "parameters"]];

/** The places of all rows; `base` is the schema's own place in the text, found where it is not given. */
export function spansOf(root: Row, key: "before" | "after", tree: Node | undefined, base: string | undefined): Spans {
  const spans: Spans = {};
  if (!tree) return spans;
  const schema = base === undefined ? declared(tree) : findNodeAtLocation(tree, steps(base, tree));
  if (!schema) return spans;
  for (const row of each(root)) {
    const [pointer] = row[key]?.pointers ?? [];
    const place = pointer === undefined ? undefined : rangeAt(schema, pointer);
    if (place) spans[row.id] = place;
  }
  return spans;
}

/** The place of what a pointer leads to. */
export function rangeAt(tree: Node | undefined, pointer: string): Range | undefined {
  const node = tree && findNodeAtLocation(tree, steps(pointer, tree));
  return node && range(node);
}

const declared = (tree: Node): Node | undefined =>
  DOORS.map((door) => findNodeAtLocation(tree, door)).find((node) => node !== undefined) ?? tree;

/** A member with its name, if it is one. */
function range(node: Node): Range {
  const whole = node.parent?.type === "property" ? node.parent : node;
  return { from: whole.offset, to: whole.offset + whole.length };
}

/** Steps as the tree wants them: a number in an array, a name in an object. */
function steps(pointer: string, tree: Node): (string | number)[] {
  let node: Node | undefined = tree;
  return split(pointer).map((name) => {
    const step = node?.type === "array" ? Number(name) : name;
    node = node && findNodeAtLocation(node, [step]);
    return step;
  });
}

/**
 * The place of a tool's schema in the document: what a finding's two addresses, in the document and in the schema,
 * have in front of each other; for a tool without findings, where a schema that says the same stands.
 */
export function schemaBase(tree: Node | undefined, tool: Tool, original: unknown, nth: number): string | undefined {
  for (const { pointer, path } of tool.issues) {
    const inner = fromPath(path);
    // Outside of schemas, both lead from the document.
    if (inner !== "" && inner !== pointer && pointer.endsWith(inner)) return pointer.slice(0, pointer.length - inner.length);
  }
  return tree && isObject(original) ? search(tree, tool.name, original, nth) : undefined;
}

function search(tree: Node, name: string, original: Record<string, unknown>, nth: number): string | undefined {
  let left = nth;
  const stack: [Node, string][] = [[tree, ""]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, pointer] = next;
    if (name === "" && same(node, original) && left-- === 0) return pointer;
    const members = (node.children ?? []).map((child, index): [Node | undefined, string] =>
      node.type === "array" ? [child, String(index)] : [child.children?.[1], String(child.children?.[0]?.value)],
    );
    const isTool = members.some(([value, key]) => key === "name" && value?.value === name);
    if (name !== "" && isTool) {
      const found = members.find(([value]) => value && same(value, original));
      if (found && left-- === 0) return `${pointer}/${found[1]}`;
    }
    for (const [value, key] of members.reverse()) {
      if (value?.children) stack.push([value, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`]);
    }
  }
  return undefined;
}

function same(node: Node, value: unknown): boolean {
  if (Array.isArray(value)) {
    return (
      node.type === "array" &&
      node.children?.length === value.length &&
      value.every((item, index) => same(node.children![index]!, item))
    );
  }
  if (isObject(value)) {
    if (node.type !== "object" || node.children?.length !== Object.keys(value).length) return false;
    return node.children.every(({ children }) => {
      const [key, inner] = children ?? [];
      return inner !== undefined && Object.hasOwn(value, String(key?.value)) && same(inner, value[String(key?.value)]);
    });
  }
  return node.value === value;
}
