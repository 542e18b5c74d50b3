// Several texts at once.

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Choices } from "./api";
import { Document } from "./document";
import type { Combined } from "./protocol";

/** One document of several: the tools of each, in order, as they are spelled. */
export async function combine(texts: string[], choices: Choices): Promise<Combined> {
  const documents = await Promise.all(texts.map((text) => Document.of(text, choices)));
  const tools = documents.filter(isRead).flatMap(({ text }) => toolsOf(text));
  return {
    text: tools.length > 0 ? `{"tools": [\n${tools.join(",\n")}\n]}` : "",
    texts: documents.map((document) => {
      const { reading, issues } = document.overview();
      const why = reading?.what ?? issues[0]?.message ?? "nothing";
      return { notes: reading?.notes ?? [], ...(!isRead(document) && { unread: why }) };
    }),
  };
}

const isRead = ({ result }: Document): boolean => result.kind !== null;

/** The tools, and the declarations of a request, without what surrounds them. */
function toolsOf(text: string): string[] {
  const tree = parseTree(text);
  if (!tree) return [];
  const found = listIn(tree)?.children ?? [tree];
  return found
    .flatMap((tool) => declaredIn(tool)?.children ?? [tool])
    .map(({ offset, length }) => text.slice(offset, offset + length));
}

/** The list itself, that of a `tools/list` result, or that of a whole JSON-RPC answer. */
const listIn = (tree: Node): Node | undefined => firstList(tree, [[], ["tools"], ["result", "tools"]]);

const declaredIn = (tool: Node): Node | undefined =>
  firstList(tool, [["functionDeclarations"], ["function_declarations"]]);

const firstList = (tree: Node, paths: string[][]): Node | undefined =>
  paths.map((path) => findNodeAtLocation(tree, path)).find((node) => node?.type === "array");
