// Calls there and back: drawn, restored, checked against the original schema, encoded, streamed.

import { applyEdits, findNodeAtLocation, format, type Node, parseTree } from "jsonc-parser";
import { drawArguments, seeded } from "../calls/draw";
import { stepsOf } from "../calls/steps";
import { isObject } from "../json/pointer";
import * as engine from "./api";
import { declaredName, type Document } from "./document";
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

/** Restores the call for the tool that it names, or else for this one. */
export async function restore(document: Document, index: number, call: string): Promise<RestoredCall> {
  const { name: called, args, tree } = callIn(call);
  const at = calledIndex(document, index, called);
  const { tool, original } = toolAt(document, at);
  const { name, args: restored, issues } = engine.restoreCall(tool.codec, { name: called ?? tool.name, args });
  return {
    name,
    args: indented(restored),
    misfits: issues,
    steps: [
      ...(at === index ? [] : [{ path: "", text: `call of ${tool.name}, another tool of the text` }]),
      ...(called === undefined || called === name ? [] : [{ path: "", text: `name ${called} → ${name}` }]),
      ...stepsOf(tree, args, tool.codec, issues),
    ],
    errors: await against(original, JSON.parse(restored)),
  };
}

/** The tool of that name, in the first place this one; a schema alone has no name. */
function calledIndex({ result: { tools } }: Document, index: number, called: string | undefined): number {
  const isCalled = (at: number) => {
    const tool = tools[at];
    return tool !== undefined && [tool.name, declaredName(tool)].includes(called ?? "");
  };
  if (called === undefined || !tools[index]?.name || isCalled(index)) return index;
  const other = [...tools.keys()].find(isCalled);
  if (other === undefined) throw new Error(`no tool here is named \`${called}\``);
  return other;
}

function parsed(text: string): Node {
  JSON.parse(text);
  const tree = parseTree(text);
  if (!tree) throw new Error("there is no JSON in this text");
  return tree;
}

/** A call: its arguments, and their tree. */
interface Call {
  name: string | undefined;
  args: string;
  tree: Node;
}

/** The first call in what an API answers; else the whole text is taken for the arguments. */
function callIn(text: string): Call {
  const whole = parsed(text);
  const queue: Node[] = [whole];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const name: unknown = findNodeAtLocation(node, ["name"])?.value;
    const args = typeof name === "string" ? argumentsOf(node, text) : undefined;
    if (typeof name === "string" && args !== undefined) return { name, args, tree: parsed(args) };
    queue.push(...(node.children ?? []));
  }
  return { name: undefined, args: text, tree: whole };
}

/** The members that hold the arguments of a call, of Gemini, of MCP and OpenAI; Claude and Bedrock have `input`. */
const ARGUMENTS = ["args", "arguments"];
const TOOL_USE = /"(?:tool_use|toolUseId)"/;

/** The arguments of a call; OpenAI has them as JSON in a string. */
function argumentsOf(call: Node, text: string): string | undefined {
  const isUse = TOOL_USE.test(text);
  const names = isUse ? [...ARGUMENTS, "input"] : ARGUMENTS;
  const found = names.map((name) => findNodeAtLocation(call, [name])).find((node) => node !== undefined);
  if (found?.type === "object") return text.slice(found.offset, found.offset + found.length);
  if (found?.type === "string" && isObject(valueOf(String(found.value)))) return String(found.value);
  // Gemini omits arguments that are empty.
  return /^function_?call$/i.test(String(call.parent?.children?.[0]?.value)) ? "{}" : undefined;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
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
