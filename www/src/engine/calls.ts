// Calls there and back: drawn, restored, checked against the original schema, encoded, streamed.

import { applyEdits, findNodeAtLocation, format, type Node, parseTree } from "jsonc-parser";
import { drawArguments, seeded } from "../calls/draw";
import { stepsOf } from "../calls/steps";
import { isObject } from "../json/pointer";
import * as engine from "./api";
import type { Document } from "./document";
import type { RestoredCall } from "./protocol";

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: "\n" };
const indented = (text: string): string => applyEdits(text, format(text, undefined, LAYOUT));

function toolAt(document: Document, index: number) {
  const tool = document.result.tools[index];
  const schemas = document.schemas(index);
  if (!tool || !schemas) throw new Error("there is no tool to call");
  return { tool, ...schemas };
}

export function draw(document: Document, index: number, sloppy: boolean, seed: number): string {
  const { tool, transformed } = toolAt(document, index);
  const args = drawArguments(transformed ?? {}, tool.codec, { sloppy, random: seeded(seed) });
  return indented(`{"name": ${JSON.stringify(tool.codec.declared ?? tool.name)}, "args": ${args}}`);
}

export async function restore(document: Document, index: number, call: string): Promise<RestoredCall> {
  const { tool, original } = toolAt(document, index);
  const tree = parsed(call);
  const found = callIn(tree);
  const args = found.args ? call.slice(found.args.offset, found.args.offset + found.args.length) : "{}";
  const { name, args: restored, issues } = engine.restoreCall(tool.codec, { name: found.name ?? tool.name, args });
  return {
    name,
    args: indented(restored),
    misfits: issues,
    steps: found.args ? stepsOf(found.args, call, tool.codec) : [],
    errors: await against(original, JSON.parse(restored)),
  };
}

function parsed(text: string): Node {
  JSON.parse(text);
  const tree = parseTree(text);
  if (!tree) throw new Error("there is no JSON in this text");
  return tree;
}

/** The first call in what Gemini or OpenAI answers; else the whole text is taken for the arguments. */
function callIn(tree: Node): { name: string | undefined; args: Node | undefined } {
  const queue: Node[] = [tree];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const name = findNodeAtLocation(node, ["name"]);
    const args = findNodeAtLocation(node, ["args"]);
    if (typeof name?.value === "string" && args) return { name: name.value, args };
    queue.push(...(node.children ?? []));
  }
  return { name: undefined, args: tree };
}

/** The errors of a validator for the arguments; it is loaded when it is first needed. */
async function against(schema: unknown, value: unknown): Promise<{ pointer: string; message: string }[]> {
  if (!isObject(schema)) return [];
  const { Validator } = await import("@cfworker/json-schema");
  const { errors } = new Validator(schema, draftOf(schema["$schema"]), false).validate(value);
  // A schema above a failing one fails too: only the innermost ones say why.
  return errors
    .filter(
      ({ instanceLocation }, index) =>
        !errors.slice(index + 1).some((other) => other.instanceLocation.startsWith(`${instanceLocation}/`)),
    )
    .map(({ instanceLocation, error }) => ({ pointer: instanceLocation.slice(1), message: error }));
}

function draftOf(uri: unknown) {
  const text = typeof uri === "string" ? uri : "";
  if (text.includes("draft-04")) return "4";
  if (text.includes("draft-07") || text.includes("draft-06")) return "7";
  return text.includes("2019-09") ? "2019-09" : "2020-12";
}

export function encode(document: Document, index: number, args: string) {
  const { tool } = toolAt(document, index);
  JSON.parse(args);
  const call = engine.encodeCall(tool.codec, { name: tool.name, args });
  return { call: indented(`{"name": ${JSON.stringify(call.name)}, "args": ${call.args}}`), misfits: call.issues };
}

/** A streamed answer as a client reads it, piece by piece. */
export function stream(document: Document, chunks: string[]) {
  const tools = Object.fromEntries(document.result.tools.map(({ name, codec }) => [codec.declared ?? name, codec]));
  const restorer = engine.createRestorer({ version: 1, tools });
  const decoder = new TextDecoder();
  const read = (bytes: Uint8Array) => decoder.decode(bytes, { stream: true });
  const out = chunks.map((chunk) => read(restorer.push(chunk)));
  out.push(read(restorer.end()));
  return { chunks: out, issues: restorer.issues.map(({ message }) => message) };
}
