// LangChain.js: Google's chat models, with tools passed around their converters, and the finished request normalized.
// This relies on internals of @langchain/google-genai 2.3.2, @langchain/google-common 2.3.2 and @langchain/google
// 0.2.6.

import type { BaseChatModel, BindToolsInput } from "@langchain/core/language_models/chat_models";
import { isLangChainTool } from "@langchain/core/utils/function_calling";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { answered, demandOptions, fit } from "./exchange.js";
import { fetching } from "./fetching.js";
import { type IntegrationOptions, tellRequest, warn } from "./issues.js";
import { cloned, overlay } from "./overlay.js";
import type { JsonObject } from "./text.js";
import type { FunctionDeclaration, NormalizedRequest, RequestOptions } from "./types.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "./issues.js";

/**
 * The same chat model for tools with any JSON Schema: a copy of `model`, of the same class, whose requests are
 * normalized after the client has built them, and whose responses have their calls restored. It accepts
 * `ChatGoogleGenerativeAI` of `@langchain/google-genai`, `ChatGoogle` of `@langchain/google`, and models built on
 * `@langchain/google-common`, such as `ChatVertexAI`. `model` itself stays unchanged.
 *
 * Schemas of tools, and those for `withStructuredOutput`, bypass the converters of the clients, which reject unions or
 * references, or drop what they do not know. The default target is `auto`.
 *
 * Throws a `TypeError` for another model, for one of `initChatModel`, for one that already has tools bound, and for a
 * misspelt or wrong option.
 *
 * ```ts
 * const model = withLapidary(new ChatGoogleGenerativeAI({ model: "gemini-3.5-flash" }));
 * const agent = createAgent({ model, tools: await mcp.getTools() });
 * ```
 */
export function withLapidary<Model extends BaseChatModel>(model: Model, options: IntegrationOptions = {}): Model {
  const own = Object(model) as Client;
  const { bindTools, invocationParams, withStructuredOutput } = own;
  const fitted = cloned(own);
  replaceTransport(fitted, demandOptions(options));
  override(fitted, {
    bindTools(tools, kwargs) {
      return bindTools.call(this, declared(tools), kwargs);
    },
    invocationParams(options) {
      const tools = options?.tools ?? this.params?.tools;
      return invocationParams.call(this, tools ? { ...options, tools: declared(tools) } : options);
    },
    withStructuredOutput(schema, config) {
      const carrier = carried(this, schema);
      return withStructuredOutput.call(carrier.model, carrier.schema, config);
    },
  });
  return fitted as unknown as Model;
}

/** The used members of the chat models, including what each sends its finished request with. */
interface Client {
  model: string;
  bindTools(tools: BindToolsInput[], kwargs?: object): unknown;
  withConfig(config: object): unknown;
  invocationParams(options?: { tools?: BindToolsInput[] }): unknown;
  withStructuredOutput(schema: object, config?: object): unknown;
  /** Of `@langchain/google`. */
  params?: { tools?: BindToolsInput[] };
  apiClient?: { fetch(request: Request): Promise<Response> };
  /** Of `@langchain/google-common`. */
  connection?: Connection;
  streamedConnection?: Connection;
  /** Of `@langchain/google-genai`: a model of `@google/generative-ai`. */
  client?: GenerativeModel;
}

interface Connection {
  client: { _fetch: typeof globalThis.fetch };
}

interface GenerativeModel {
  generateContent(request: JsonObject, ...rest: unknown[]): Promise<{ response: object }>;
  generateContentStream(request: JsonObject, ...rest: unknown[]): Promise<{ stream: AsyncIterable<object> }>;
}

type Named = Pick<FunctionDeclaration, "name" | "description">;

/** A tool in OpenAI's format, or in Gemini's. */
interface OtherTool {
  function?: FunctionDeclaration;
  functionDeclarations?: FunctionDeclaration[];
}

/** Defines members that take precedence over those of the class, and are not enumerable. */
function override<T extends object>(object: T, members: Partial<T> & ThisType<T>): T {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  }
  return object;
}

/**
 * The tools as function declarations, in one list, since Vertex AI accepts no second one. The clients pass on what is
 * in Gemini's format. A tool in neither LangChain's nor OpenAI's format is left to the client.
 */
function declared(tools: BindToolsInput[]): BindToolsInput[] {
  const all: FunctionDeclaration[] = [];
  const others: BindToolsInput[] = [];
  for (const tool of tools) {
    const { functionDeclarations, function: openAi, ...rest } = tool as OtherTool;
    if (isLangChainTool(tool)) all.push(declaration(tool, jsonSchemaOf(tool.schema)));
    else if (openAi) all.push(declaration(openAi, openAi.parameters));
    else if (functionDeclarations) all.push(...functionDeclarations);
    else others.push(tool);
    // A tool in Gemini's format may combine several.
    if (functionDeclarations && Object.keys(rest).length > 0) others.push(rest);
  }
  return all.length > 0 ? [...others, { functionDeclarations: all }] : others;
}

function declaration({ name, description }: Named, schema?: object): FunctionDeclaration {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(schema && { parametersJsonSchema: schema as JsonObject }),
  };
}

/**
 * The model and the schema with which to call the client's own `withStructuredOutput`, so that its parsers are those
 * for `given`, and its converter sees nothing that it could damage: the model inserts the schema again afterwards.
 */
function carried(model: Client, given: object): { model: Client; schema: object } {
  const { name, parameters, "~standard": standard } = given as JsonObject;
  const isFunction = typeof name === "string" && typeof parameters === "object" && parameters !== null;
  const schema: object = isFunction ? parameters : jsonSchemaOf(given);
  const blank = { type: "object", properties: {}, ...("description" in schema && { description: schema.description }) };
  const jsonSchema = { input: () => blank, output: () => blank };
  const standIn = standard ? { ...blank, "~standard": { ...standard, jsonSchema } } : blank;
  // If zod or LangChain.js is too old for this, the client's converter has to suffice.
  const isLost = !isFunction && schema !== given && toJsonSchema(standIn as Convertible) === standIn;
  if (isLost) return { model, schema: given };
  const carrier = override(Object.create(model) as Client, {
    bindTools([tool], kwargs) {
      const { functionDeclarations: held } = tool as { functionDeclarations: FunctionDeclaration[] };
      return model.bindTools([{ functionDeclarations: held.map((one) => declaration(one, schema)) }], kwargs);
    },
    withConfig: (config) => model.withConfig({ ...config, responseSchema: schema }),
  });
  return { model: carrier, schema: isFunction ? { ...given, parameters: blank } : standIn };
}

const conversions = new WeakMap<object, object>();

/** The JSON Schema of what tools and structured output accept as a schema; itself if it is one. */
function jsonSchemaOf(schema: object): object {
  const known = conversions.get(schema);
  if (known) return known;
  const { jsonSchema } = (schema as StandardSchema)["~standard"] ?? {};
  // LangChain.js overflows the stack on a recursive zod 4 schema; zod does not.
  const made = jsonSchema ? jsonSchema.input({ target: "draft-2020-12" }) : toJsonSchema(schema as Convertible);
  conversions.set(schema, made);
  return made;
}

type Convertible = Parameters<typeof toJsonSchema>[0];

interface StandardSchema {
  "~standard"?: { jsonSchema?: { input(options: { target: string }): object } };
}

/** Makes the model normalize its finished requests, and restore their responses. */
function replaceTransport(model: Client, options: IntegrationOptions): void {
  const { apiClient, connection, streamedConnection, client } = model;
  if (apiClient) {
    const fetch = fetching({ ...options, fetch: (input, init) => apiClient.fetch(new Request(input, init)) });
    model.apiClient = overlay(apiClient, { fetch });
  } else if (connection && streamedConnection) {
    model.connection = fittedConnection(connection, options);
    model.streamedConnection = fittedConnection(streamedConnection, options);
  } else if (client) {
    let current = fittedModel(client, model.model, options);
    // `useCachedContent` sets another one.
    const set = (other: GenerativeModel) => void (current = fittedModel(other, model.model, options));
    Object.defineProperty(model, "client", { get: () => current, set, enumerable: true, configurable: true });
  } else {
    throw new TypeError(whyRefused(model));
  }
}

function whyRefused(model: object): string {
  if ("bound" in model) return "this has tools or config bound already: bind them after `withLapidary`, not before";
  const own = "`withLapidary(new ChatGoogleGenerativeAI({ model }))`, for example";
  if ("_getModelInstance" in model) return `this is of \`initChatModel\`, which keeps the model of Google's to itself: ${own}`;
  return `this is no chat model of Google's: ${own}`;
}

function fittedConnection(connection: Connection, options: IntegrationOptions): Connection {
  const client = cloned(connection.client);
  client._fetch = fetching({ ...options, fetch: connection.client._fetch });
  return Object.assign(cloned(connection), { client });
}

/** `@google/generative-ai` accepts no fetch: requests and responses are objects here. */
function fittedModel(client: GenerativeModel, model: string, integration: IntegrationOptions): GenerativeModel {
  const { onIssues = warn, ...given } = integration;
  const options: RequestOptions = { target: "auto", mode: "round-trip", model, ...given };

  function fitted(body: JsonObject): NormalizedRequest {
    const request = fit(body, options, onIssues);
    tellRequest(onIssues, request);
    return request;
  }

  /** Restores a response in place, since its methods read it there. */
  function restore(codec: NormalizedRequest["codec"], body: object): void {
    if (codec.tools) Object.assign(body, answered(codec, body, onIssues));
  }

  return overlay(client, {
    async generateContent(request, ...rest) {
      const { body, codec } = fitted(request);
      const result = await client.generateContent(body, ...rest);
      restore(codec, result.response);
      return result;
    },
    async generateContentStream(request, ...rest) {
      const { body, codec } = fitted(request);
      const result = await client.generateContentStream(body, ...rest);
      async function* restored() {
        for await (const chunk of result.stream) {
          restore(codec, chunk);
          yield chunk;
        }
      }
      return { ...result, stream: restored() };
    },
  });
}
