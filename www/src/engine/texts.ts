// Several texts at once.

import { onLines } from "../recognize/reading";
import { noteOn } from "../recognize/recognized";
import { jsonValue } from "../recognize/value/json";
import { toolsOf } from "../recognize/value/tools";
import type { Choices } from "./api";
import { Document } from "./document";
import type { Combined } from "./protocol";

/** One document of several: the tools of each, in order, as they are spelled. */
export async function combine(texts: string[], choices: Choices): Promise<Combined> {
  const read = await Promise.all(texts.map(async (text) => readFrom(await Document.of(text, choices))));
  const tools = read.flatMap(({ tools }) => tools);
  return {
    text: tools.length > 0 ? `{"tools": [\n${tools.join(",\n")}\n]}` : "",
    texts: read.map(({ told }) => told),
  };
}

/** The tools of a document as they are spelled, and what to say of it. */
function readFrom(document: Document): { tools: string[]; told: Combined["texts"][number] } {
  const { source, text, result } = document;
  const { reading, issues } = document.overview();
  const notes = reading?.notes ?? [];
  const unread = (why: string) => ({ tools: [], told: { notes, unread: why } });
  if (result.kind === null) return unread(reading?.what ?? issues[0]?.message ?? "nothing");
  const value = jsonValue(text);
  if (!value) return unread("it is too large to be read with others");
  const { tools, rest } = toolsOf(value);
  // A schema may have a name, and is no tool.
  if (tools.length === 0 || result.kind === "schema") return unread("it has no tool with a name");
  const [lost] = rest;
  return {
    tools: tools.map(({ from, to }) => text.slice(from, to)),
    told: { notes: [...notes, ...onLines(noteOn(lost && document.origin(lost)), source)] },
  };
}
