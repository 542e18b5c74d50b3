// Calls and what carries them: requests, responses, streams.

import * as engine from "../pkg/lapidary_wasm.js";
import { ask, lazily } from "./ask.js";
import type { Codec, Codecs } from "./codec.js";
import { InternalError, guard, instance } from "./guard.js";
import { type Setting, settingOf } from "./settings.js";
import { type Input, type JsonObject, type Like, like, textOf, textOfData } from "./text.js";
import { normalizedText } from "./turns.js";
import type {
  Call,
  Issue,
  NormalizedRequest,
  RequestOptions,
  RestoreOptions,
  RestoredCall,
  RestoredResponse,
  Restorer,
  Tool,
} from "./types.js";

/**
 * Restores a model's call for the server: the tool's original name and arguments. `args` is text if text was given, and
 * an object otherwise. Parts that do not match the codec are passed on unchanged, with an issue. Throws a `TypeError`
 * for a value that is not a call, such as the whole part that contains one.
 */
export function restoreCall<Args extends Input = JsonObject>(
  codec: Codec | Codecs,
  call: Call<Args>,
  options?: RestoreOptions,
): RestoredCall<Like<Args, JsonObject>> {
  return run(engine.restoreCall, codec, call, options);
}

/** Encodes a call as the model would have made it: the inverse of `restoreCall`, for the history of a chat. */
export function encodeCall<Args extends Input = JsonObject>(
  codec: Codec | Codecs,
  call: Call<Args>,
  options?: RestoreOptions,
): RestoredCall<Like<Args, JsonObject>> {
  return run(engine.encodeCall, codec, call, options);
}

function run<Args extends Input>(
  direction: typeof engine.restoreCall,
  codec: Codec | Codecs,
  call: Call<Args>,
  options?: RestoreOptions,
): RestoredCall<Like<Args, JsonObject>> {
  const { name, args } = demandCall(call);
  const answer = ask<RestoredCall<string>>(direction, textOfData(codec), name, textOfData(args ?? {}), options);
  return { ...answer, args: like<Args | null | undefined, JsonObject>(args, answer.args) as Like<Args, JsonObject> };
}

/** Where other formats have the arguments of a call: MCP and OpenAI, Anthropic, Cohere. */
const OTHERS = ["arguments", "input", "parameters"];

/** The call, if it is one; otherwise a `TypeError` states what is expected. */
function demandCall<Args>(call: Call<Args> | null | undefined): Call<Args> & { name: string } {
  const { name, args } = call ?? {};
  const given = Object(call ?? {}) as Record<string, unknown>;
  const other = args === undefined ? OTHERS.find((member) => given[member] !== undefined) : undefined;
  if (typeof name === "string" && !other) return { name, args };
  throw new TypeError(`a call \`{ name, args }\` is wanted, and ${call ? instead(given, other) : "nothing was given"}`);
}

/** The description of a value that was passed instead of a call. */
function instead(given: Record<string, unknown>, other: string | undefined): string {
  if ("functionCall" in given) return "this is the part that holds one: give its `functionCall`";
  if ("function" in given) return "this is a call of OpenAI: give `name` and `arguments` of its `function`, as `name` and `args`";
  return typeof given.name === "string" ? `the arguments of this are in \`${other}\`: give them as \`args\`` : "this has no `name`";
}

/**
 * Normalizes a body of `generateContent`, `streamGenerateContent` or `countTokens` for the target: declarations,
 * response schemas, and the calls of its history. Never throws on any JSON or text, unless `onError` is `"throw"`: a
 * body that cannot be read is returned unchanged, with an issue. Tools that one of the last requests declared too are
 * not lowered again. The parameters of `@google/genai`, with a `config`, are no body: they are returned unchanged.
 *
 * A body of OpenAI's `chat/completions`, for an endpoint that translates it for Gemini, is recognized by its
 * `messages`. It stays in that format: `tools`, `tool_choice`, the schema of `response_format`, and the `tool_calls` of
 * the history with the names of their responses are normalized. There, the target `auto` uses `parameters`. So is a body
 * of OpenAI's Responses API, with the calls of its `input` and `text.format`.
 */
export function normalizeRequest<Given extends Input>(
  body: Given,
  options?: RequestOptions,
): NormalizedRequest<Like<Given, JsonObject>> {
  const [text, setting] = [textOf(body), settingOf(options)];
  const answer = normalized(body, text, setting, false);
  // Most callers do not read the tools of a request, so they are computed on demand, from the input as it was given.
  return lazily(answer, "tools", () => normalized(body, text, setting, true).tools);
}

/** The same for callers that read the tools of every request, in a single call of the engine. */
export function normalizeAndReport<Given extends Input>(
  body: Given,
  options?: RequestOptions,
): NormalizedRequest<Like<Given, JsonObject>> {
  return normalized(body, textOf(body), settingOf(options), true);
}

function normalized<Given extends Input>(given: Given, text: string, setting: Setting<RequestOptions>, reports: boolean) {
  const { body, codec, issues, tools = "[]" } = normalizedText(text, setting, reports);
  return { body: like<Given, JsonObject>(given, body), codec, tools: JSON.parse(tools) as Tool[], issues };
}

/**
 * Restores the calls of a response of Gemini, in its own format or in those of OpenAI; `body` is text if text was given,
 * and an object otherwise.
 */
export function restoreResponse<Given extends Input>(
  codec: Codec | Codecs,
  body: Given,
  options?: RestoreOptions,
): RestoredResponse<Like<Given>> {
  const answer = ask<RestoredResponse<string>>(engine.restoreResponse, textOfData(codec), textOfData(body), options);
  return { ...answer, body: like<Given, unknown>(body, answer.body) };
}

/**
 * Restores the calls of one stream (events, or a JSON array) as it arrives, split at any byte. Arguments that OpenAI's
 * formats deliver in pieces are held back if they are encoded, and are sent on as a whole with the last piece.
 */
export function createRestorer(codec: Codec | Codecs, options?: RestoreOptions): Restorer {
  return new StreamRestorer(codec, options);
}

/** The method that `using` calls, also where the host does not define its name yet. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

class StreamRestorer implements Restorer {
  readonly #engine: engine.Restorer;
  readonly #instance: number;
  /** The first half of a character, with which a chunk of text ended. */
  #half = "";
  /** The issues that were read. */
  readonly #found: Issue[] = [];
  #ended = false;

  constructor(codec: Codec | Codecs, options?: RestoreOptions) {
    this.#engine = guard((codec) => new engine.Restorer(codec, options), textOfData(codec));
    this.#instance = instance();
  }

  push(chunk: Uint8Array | string): Uint8Array {
    const bytes = this.#bytes(chunk);
    return this.#ask((engine) => engine.push(bytes));
  }

  /** The bytes of a chunk. The first half of a character waits for the second. */
  #bytes(chunk: Uint8Array | string): Uint8Array {
    // One of another realm is not an instance of this one's class.
    if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (typeof chunk !== "string") throw new TypeError("a chunk is a Uint8Array or a string");
    const text = this.#half + chunk;
    this.#half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    return new TextEncoder().encode(text.slice(0, text.length - this.#half.length));
  }

  end(): Uint8Array {
    const half = new TextEncoder().encode(this.#half);
    const rest = this.#ask((engine) => join(engine.push(half), engine.end()));
    this.#read();
    this.#free();
    return rest;
  }

  [DISPOSE](): void {
    if (!this.#ended) this.#free();
  }

  get issues(): Issue[] {
    if (!this.#ended) this.#read();
    return [...this.#found];
  }

  #free(): void {
    this.#ended = true;
    this.#engine.free();
  }

  /** Reads new issues, and the last one again: it counts what is not listed. */
  #read(): void {
    const from = Math.max(this.#found.length - 1, 0);
    this.#found.splice(from, 1, ...JSON.parse(this.#ask((engine) => engine.issues(from))));
  }

  #ask<T>(question: (engine: engine.Restorer) => T): T {
    if (this.#ended) throw new Error("the stream has ended");
    if (this.#instance !== instance()) {
      throw new InternalError("the engine was started again, and what this restorer held is lost");
    }
    return guard(question, this.#engine);
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
