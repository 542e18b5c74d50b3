// The declarations of an output as they are spelled, whatever it wraps them in.

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { isObject } from "../json/pointer";
import { elements } from "./elements";

const LIST = "functionDeclarations";

/** The text of each declaration, in order; of an output that is none, the whole. */
export function declarations(output: string): string[] {
  const found = elements(output);
  if (!found[0]?.includes(`"${LIST}"`)) return found;
  const lists = listsIn(parseTree(output));
  if (lists.length === 0) return found;
  return lists
    .flatMap((list) => list.children ?? [])
    .map(({ offset, length }) => output.slice(offset, offset + length));
}

/** The lists of declarations: of a request, of a tool of one, of several such tools. */
function listsIn(tree: Node | undefined): Node[] {
  if (!tree) return [];
  const tools = tree.type === "array" ? tree : (findNodeAtLocation(tree, ["tools"]) ?? undefined);
  const holders = tools?.children ?? [tree];
  return holders.map((tool) => findNodeAtLocation(tool, [LIST])).filter((list) => list?.type === "array") as Node[];
}

/** The only declaration of a request, at the left margin. */
export function onlyOf(request: string): string {
  const tree = parseTree(request);
  const node = tree && (findNodeAtLocation(tree, ["tools", 0, LIST, 0]) ?? findNodeAtLocation(tree, ["tools", 0]));
  return node ? pretty(request.slice(node.offset, node.offset + node.length)) : "";
}

/**
 * The one that a tool is declared by: tools that say the same are declared once, and others may be left out, so that
 * places may differ. A bare schema is the only one, and has no name.
 */
export function declarationOf(texts: string[], index: number, name: string): string {
  const [only] = texts;
  const here = texts[index];
  if (here !== undefined && nameOf(here) === name) return here;
  const isBare = texts.length === 1 && only !== undefined && nameOf(only) === undefined;
  return texts.find((text) => nameOf(text) === name) ?? (isBare ? only : "");
}

export const nameOf = (text: string): unknown => functionOf(text)["name"];

/** The description of the function in a declaration. */
export function descriptionOf(text: string): string {
  const { description } = text === "" ? {} : functionOf(text);
  return typeof description === "string" ? description : "";
}

function functionOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return {};
  return isObject(value["function"]) ? value["function"] : value;
}

/** An element of an indented document, moved to the left margin. */
export function pretty(element: string): string {
  const text = element.trim();
  const margin = /\n( *)[}\]]$/.exec(text)?.[1] ?? "";
  return margin === "" ? text : text.replaceAll(`\n${margin}`, "\n");
}
