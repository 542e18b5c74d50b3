// AI SDK: a middleware for language models. It works above the provider, which converts schemas afterwards.

import type { Codecs } from "../codec.js";
import { type NamedCall, called, demandOptions, ownName, toolOf } from "../exchange.js";
import { encodeCall, transform, transformSchema, transformTools } from "../index.js";
import { type Finding, type IntegrationOptions, type OnIssues, attempt, misfits, tell, tellRequest, warn } from "../issues.js";
import type { Input, JsonObject, Like } from "../text.js";
import type { Declaration, FunctionDeclaration, RestoredCall, Transformed } from "../types.js";
import { type Aim, aimed } from "./provider.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "../issues.js";

/** A middleware for `wrapLanguageModel`, for language models of the specifications v2 to v4. */
export interface LapidaryMiddleware {
  readonly specificationVersion: "v3";
  transformParams<Params>(options: { params: Params; model?: object }): Promise<Params>;
  wrapGenerate<Result>(options: { doGenerate: () => PromiseLike<Result>; params: object }): Promise<Result>;
  wrapStream<Result>(options: { doStream: () => PromiseLike<Result>; params: object }): Promise<Result>;
}

/**
 * Normalizes tools, response schemas and the calls of the prompt for Gemini, and restores the calls that are generated
 * or streamed. Based on `@ai-sdk/provider` 3.0.19 and 4.0.38, and `@ai-sdk/google` 2.0.0 to 4.0.121.
 *
 * The default target is the one that loses least behind the provider. If the provider passes schemas on unchanged
 * (`@ai-sdk/google` from 4.0.70 on, `@ai-sdk/google-vertex` from 5.0.82), that is `gemini-json-schema`. All earlier
 * versions rewrite them as OpenAPI, without maps, bounds and more, and so does AI SDK 6 up to its newest version: there
 * it is `universal`, spelled so that it survives the rewriting, also in place of `gemini-json-schema` and `vertex-ai`,
 * which is reported. The provider is queried to find out which applies, so if there are several middlewares, this one
 * has to be the last, next to the provider; for one that cannot be queried, `auto` is `universal`, and a target that is
 * named is kept, with a finding that the provider may rewrite schemas. The target `auto` is the default.
 *
 * `strict` is omitted, with a finding, where it is sent and the schema changes, other than for `openai-strict`: strict
 * modes reject the schemas of other targets.
 *
 * Input of a tool whose arguments are encoded is not streamed in pieces: it arrives as one delta once it is complete.
 *
 * Throws a `TypeError` for a misspelt or wrong option.
 *
 * ```ts
 * const model = wrapLanguageModel({ model: google("gemini-3.5-flash"), middleware: lapidaryMiddleware() });
 * ```
 */
export function lapidaryMiddleware(options: IntegrationOptions = {}): LapidaryMiddleware {
  const { onIssues = warn, ...given } = demandOptions(options);
  /** The codecs for each call of the model, by its parameters. */
  const calls = new WeakMap<object, Calls>();
  return {
    specificationVersion: "v3",
    async transformParams({ params, model }) {
      const fitted = { ...(params as CallOptions) };
      calls.set(fitted, fit(fitted, await aimed(given, model), onIssues));
      return fitted as typeof params;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const { content } = result as Generated;
      return { ...result, content: content.map((part) => calls.get(params)!.restored(part)) };
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const { stream } = result as Streamed;
      return { ...result, stream: stream.pipeThrough(new TransformStream(restoring(calls.get(params)!))) };
    },
  };
}

interface FunctionTool {
  type: "function";
  name: string;
  description?: string;
  inputSchema: JsonObject;
  inputExamples?: { input: JsonObject }[];
  strict?: boolean;
}

interface ProviderTool {
  type: "provider" | "provider-defined";
}

type Tool = FunctionTool | ProviderTool;

interface CallOptions {
  prompt: { role: string; content: string | Part[] }[];
  tools?: Tool[];
  toolChoice?: { type: string; toolName?: string };
  responseFormat?: { type: string; schema?: JsonObject };
}

/** A part of a prompt, a response or a stream; a part that names no tool is passed on unchanged. */
interface Part {
  type: string;
  /** Of calls and their results, and of the start of a call's input. */
  toolName?: string;
  /** Of calls: an object in prompts, JSON text in responses; in AI SDK 5, none for a call without arguments. */
  input?: unknown;
  providerExecuted?: boolean;
  /** Of a call's input in a stream. */
  id?: string;
  delta?: string;
}

interface Generated {
  content: Part[];
}

interface Streamed {
  stream: ReadableStream<Part>;
}

/** Normalizes the parameters in place; returns what restores the calls. */
function fit(params: CallOptions, aim: Aim, onIssues: OnIssues): Calls {
  const { options, spelled, issues } = aim;
  const { prompt, tools = [], toolChoice, responseFormat } = params;
  const functions = tools.filter(isFunction);
  const plain = functions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const info = { direction: "request" } as const;
  if (plain.length > 0 || responseFormat?.schema) tell(onIssues, issues, info);
  const { onError, ...kept } = options;
  const made = attempt(onIssues, info, undefined, () => ({
    // The API limits the functions of a request, but not those of a list.
    request: transform({ tools: plain }, { ...options, emit: "request" }) as Transformed<DeclaredRequest>,
    past: transformTools(undeclared(prompt, functions).map((name) => ({ name })), kept).codec,
  }));
  if (!made) return new Calls({ version: 1 }, onIssues);
  const { request, past } = made;
  tellRequest(onIssues, request);
  const codecs = Object.fromEntries(request.tools.map(({ name, codec }) => [codec.declared ?? name, codec]));
  const calls = new Calls({ version: 1, tools: { ...past.tools, ...codecs } }, onIssues);
  const declared = request.output!.tools.flatMap((tool) => tool.functionDeclarations ?? functionOf(tool));
  const declarations = new Map(declared.map((declaration) => [calls.ownName(declaration.name), declaration]));
  if (plain.length > 0) {
    const refit = (tool: Tool): Tool[] =>
      isFunction(tool) ? refitted(tool, declarations.get(tool.name), calls, aim, onIssues) : [tool];
    params.tools = tools.flatMap(refit);
  }
  if (toolChoice?.toolName !== undefined) {
    params.toolChoice = { ...toolChoice, toolName: calls.encode({ name: toolChoice.toolName }).name };
  }
  if (responseFormat?.schema) {
    const same = { schema: responseFormat.schema, issues: [] };
    const work = () => transformSchema(same.schema, { typeCase: "lower", ...kept, role: "response" });
    const { schema, issues } = attempt(onIssues, info, same, work);
    tell(onIssues, issues, info);
    params.responseFormat = { ...responseFormat, schema: spelled(schema) };
  }
  params.prompt = prompt.map(({ content, ...message }) => ({
    ...message,
    content: typeof content === "string" ? content : content.map((part) => calls.encoded(part)),
  }));
  return calls;
}

/** The names of tools that the prompt has calls of, and that are declared no longer. */
function undeclared(prompt: CallOptions["prompt"], functions: FunctionTool[]): string[] {
  const parts = prompt.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const called = parts.flatMap(({ toolName, providerExecuted }) => (toolName && !providerExecuted ? [toolName] : []));
  const declared = new Set(functions.map(({ name }) => name));
  return [...new Set(called)].filter((name) => !declared.has(name));
}

const isFunction = (tool: Tool): tool is FunctionTool => tool.type === "function";

/** A request with declarations, of the target `openai-strict` in OpenAI's form. */
interface DeclaredRequest {
  tools: (Declaration & { functionDeclarations?: FunctionDeclaration[] })[];
}

/** A function as it is declared, whatever the target. */
interface DeclaredFunction {
  name: string;
  description?: string;
  parameters?: JsonObject;
  parametersJsonSchema?: JsonObject;
  strict?: boolean;
}

/** OpenAI's form has the function in a member. */
const functionOf = (declaration: Declaration): DeclaredFunction => declaration.function ?? declaration;

/** A tool as it is declared; none if the options omit it. */
function refitted(
  { strict, ...tool }: FunctionTool,
  declaration: DeclaredFunction | undefined,
  calls: Calls,
  { spelled, sendsStrict }: Aim,
  onIssues: OnIssues,
): FunctionTool[] {
  if (!declaration) return [];
  const { name, description, parameters, parametersJsonSchema = parameters } = declaration;
  const inputSchema = spelled(parametersJsonSchema ?? { type: "object", properties: {} });
  const encoded = (args: JsonObject) => calls.encode({ name: tool.name, args }).args;
  const inputExamples = tool.inputExamples?.map(({ input }) => ({ input: encoded(input) }));
  const own = { ...tool, name, inputSchema, ...(inputExamples && { inputExamples }) };
  const changes = sendsStrict && JSON.stringify(inputSchema) !== JSON.stringify(tool.inputSchema);
  const isRelaxed = strict === true && declaration.strict === undefined && changes;
  if (isRelaxed) tell(onIssues, [RELAXED], { direction: "request", tool: tool.name });
  const mode = declaration.strict ?? (isRelaxed ? undefined : strict);
  return [{ ...own, ...(description && { description }), ...(mode !== undefined && { strict: mode }) }];
}

const RELAXED: Finding = {
  code: "strict-mode",
  severity: "warning",
  message: "`strict` is set, but the schema is no longer one that strict modes accept",
  help: "`strict` is omitted; the target `openai-strict` keeps the mode",
  pointer: "",
};

/** Encodes and restores tool calls, for one call of the model. */
class Calls {
  readonly #codec: Codecs;
  readonly #onIssues: OnIssues;

  constructor(codec: Codecs, onIssues: OnIssues) {
    this.#codec = codec;
    this.#onIssues = onIssues;
  }

  /** Whether the arguments of a tool are encoded, by its declared name. */
  isCoded(name: string): boolean {
    return toolOf(this.#codec, name).codec?.arguments !== undefined;
  }

  /** The original name of a tool, by its declared name. */
  ownName(declared: string): string {
    return ownName(this.#codec, declared);
  }

  /** Encodes a call as the model would have made it. */
  encode<Args extends Input>({ name, args }: NamedCall<Args>): RestoredCall<Like<Args, JsonObject>> {
    const call = encodeCall(this.#codec, { name, args });
    tell(this.#onIssues, misfits(call.issues), { direction: "request", tool: name });
    return call;
  }

  /** Restores the arguments of a call, by the tool's declared name. */
  restore(name: string, args: string, onIssues = this.#onIssues): string {
    return called(this.#codec, { name, args }, onIssues).args;
  }

  /** Encodes a part of the prompt for the model. */
  encoded(part: Part): Part {
    const { type, toolName, input, providerExecuted } = part;
    if (toolName === undefined || providerExecuted) return part;
    if (type === "tool-call" && (typeof input === "object" || typeof input === "string")) {
      const { name, args } = this.encode({ name: toolName, args: input as Input });
      return { ...part, toolName: name, input: args };
    }
    return { ...part, toolName: this.encode({ name: toolName }).name };
  }

  /** Restores a part of the response for the caller. */
  restored(part: Part): Part {
    const { type, toolName, input, providerExecuted } = part;
    if (toolName === undefined || providerExecuted) return part;
    const own = { ...part, toolName: this.ownName(toolName) };
    return type === "tool-call" ? { ...own, input: this.restore(toolName, (input ?? "{}") as string) } : own;
  }
}

/** Restores a stream. Encoded input cannot be restored before it is complete, so it is held back until then. */
function restoring(calls: Calls): Transformer<Part, Part> {
  const held = new Map<string, { name: string; text: string }>();
  const release = (controller: TransformStreamDefaultController<Part>) => {
    for (const [id, { name, text }] of held) {
      if (text) controller.enqueue({ type: "tool-input-delta", id, delta: calls.restore(name, text) });
    }
    held.clear();
  };
  return {
    transform(part, controller) {
      const { type, id = "", toolName, delta = "", providerExecuted } = part;
      const input = held.get(id);
      if (type === "tool-input-delta" && input) {
        input.text += delta;
        return;
      }
      if (type === "tool-input-start" && toolName !== undefined && !providerExecuted && calls.isCoded(toolName)) {
        held.set(id, { name: toolName, text: "" });
      }
      if (type === "tool-input-end" && input) {
        held.delete(id);
        const whole = { type: "tool-input-delta", id, delta: calls.restore(input.name, input.text, () => {}) };
        if (input.text) controller.enqueue(whole); // Misfits are reported with the call.
      }
      // The input of a call that the model does not finish.
      if (type === "finish") release(controller);
      controller.enqueue(calls.restored(part));
    },
    flush: (controller) => release(controller),
  };
}
