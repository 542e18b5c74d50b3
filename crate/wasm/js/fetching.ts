// Normalizes requests to Gemini and restores the calls of their responses, for `fetch` and the integrations above one.

import { type Arguments, type Fetch, TooLong, bodyOf, isRequest, type Payload, textOf } from "./bodies.js";
import type { Codecs } from "./codec.js";
import { answered, demandOptions, fit } from "./exchange.js";
import { createRestorer } from "./index.js";
import { type IntegrationOptions, type OnIssues, tell, tellLost, tellRequest, warn } from "./issues.js";
import type { NormalizedRequest, RequestOptions, RestoreOptions } from "./types.js";

/** Options of `createGeminiFetch`. The default target is `auto`; `surface` and `model` come from the URL. */
export interface FetchOptions extends IntegrationOptions {
  /**
   * Sends requests and returns a standard `Response`; by default the `globalThis.fetch` that is there when this one is
   * created, so that this one can take its place. `(...args) => fetch(...args)` also sends with a later one, such as a mock.
   */
  fetch?: Fetch;
  /**
   * The longest body that is processed, in bytes, inflated: longer requests, and longer responses that are not
   * streamed, pass through unchanged, which is reported; 64 MiB by default.
   */
  maxBody?: number;
}

const MAX_BODY = 64 * 2 ** 20;

/** What happens to a request with a tool that `onError` rejects: the response in its place, or the error is thrown. */
type OnRefusal = (error: unknown, route: Route) => Response;

/** A fetch that normalizes and restores; by default, what `onError` rejects is thrown, as integrations need it. */
export function fetching(given: FetchOptions, onRefusal: OnRefusal = rethrow): Fetch {
  const checked = demandOptions(given, "fetch", "maxBody");
  // Looking the global fetch up at each request would call this one again, where it is what that one wraps.
  const { fetch: send = globalThis.fetch, maxBody = MAX_BODY, onIssues = warn, ...options } = checked;
  return async (...args: Arguments) => {
    const route = routeOf(...args);
    const body = route && (await bodyOf(maxBody, ...args));
    if (!body) return send(...args);
    const sent = await readable(body, maxBody, onIssues);
    if (sent === undefined) return send(...body.same);
    const asked = detailed(route, sent, options.model);
    if (!asked) return send(...body.same);
    let request: NormalizedRequest<string>;
    try {
      request = fit(sent, optionsFor(asked, options), onIssues);
    } catch (error) {
      return onRefusal(error, asked);
    }
    report(request, asked, onIssues);
    const { body: text, codec } = request;
    const response = await send(...(text === sent ? body.same : body.with(text)));
    const undone = asked.answers !== "none" && codec.tools !== undefined;
    if (!undone || !response.ok || !response.body) return response;
    const limits = options.limits && { limits: options.limits };
    const restoring = asked.answers === "stream" ? pieces(codec, limits, onIssues) : whole(codec, limits, maxBody, onIssues);
    return new Restored(response, response.body.pipeThrough(new TransformStream(restoring)));
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** The kind of a request, from its URL and body. */
export interface Route {
  /** How calls are returned: in a whole response, as a stream, or not in the response. */
  answers: "whole" | "stream" | "none";
  /** Whether the request is stored, and its calls are returned elsewhere. */
  stored: boolean;
  surface: NonNullable<RequestOptions["surface"]>;
  /** The model, once it is known. */
  model: string | undefined;
  /** Whether a model other than Gemini may answer. */
  open: boolean;
}

const METHOD = /\/([^/]+?)(?::|%3[Aa])(generateContent|streamGenerateContent|countTokens|batchGenerateContent)$/;
const CACHED = /\/cachedContents$/;
const CHAT = /\/chat\/completions$/;
/** Where Gemini answers requests in OpenAI's format. */
const COMPATIBLE = /\/v\d\w*\/(openai|projects\/[^/]+\/locations\/[^/]+\/endpoints\/[^/]+)\/chat\/completions$/;
const VERTEX = /\/publishers\/|\/projects\/[^/]+\/locations\//;
/** The version that paths of Code Assist have in place of a model. */
const API_VERSION = /^v\d/;

/** The route of a request that is to be normalized, by the end of its path: gateways can have any base path. */
function routeOf(input: Arguments[0], init?: Arguments[1]): Route | undefined {
  const request = isRequest(input) ? input : undefined;
  if ((init?.method ?? request?.method ?? "GET").toUpperCase() !== "POST") return undefined;
  const { pathname } = new URL(request?.url ?? String(input), "http://relative.invalid");
  const [, model = "", method] = METHOD.exec(pathname) ?? [];
  if (CHAT.test(pathname)) {
    return { answers: "whole", stored: false, surface: "gateway", model: undefined, open: !COMPATIBLE.test(pathname) };
  }
  if (method === undefined && !CACHED.test(pathname)) return undefined;
  return {
    answers: method === "generateContent" ? "whole" : method === "streamGenerateContent" ? "stream" : "none",
    stored: method === undefined || method === "batchGenerateContent",
    surface: VERTEX.test(pathname) ? "vertex-ai" : "gemini-api",
    model: model === "" || API_VERSION.test(model) ? undefined : model,
    open: false,
  };
}

const GEMINI = /(^|[^a-z0-9])gemini-/i;

/** Completes the route from the body where the path does not determine it; `undefined` if the model is not Gemini. */
function detailed(route: Route, body: string, said?: string): Route | undefined {
  if (route.model !== undefined) return route;
  const { model, stream } = membersOf(body);
  const named = typeof model === "string" ? model : undefined;
  if (route.open && ![said, named].some((name) => GEMINI.test(name ?? ""))) return undefined;
  const streamed = route.surface === "gateway" && stream === true;
  return { ...route, model: named, answers: streamed ? "stream" : route.answers };
}

/** The text of a body; `undefined` if it cannot be read, which is reported. */
async function readable(body: Payload, most: number, onIssues: OnIssues): Promise<string | undefined> {
  try {
    return await textOf(body, most);
  } catch (error) {
    const message = `the body of a request cannot be read: ${error instanceof Error ? error.message : error}`;
    const help = `it was sent as it was; ${error instanceof TooLong ? "raise `maxBody`" : "send plain JSON, or gzip"}`;
    onIssues([{ code: "unreadable-body", severity: "error", message, help, pointer: "" }], { direction: "request" });
    return undefined;
  }
}

function optionsFor({ model, surface, stored }: Route, options: RequestOptions): RequestOptions {
  const all: RequestOptions = { target: "auto", mode: "round-trip", surface, ...(model && { model }), ...options };
  return stored ? { ...all, mode: "drop-in" } : all;
}

/** Reports what was found in a request. */
function report(request: NormalizedRequest<string>, { stored }: Route, onIssues: OnIssues): void {
  tellRequest(onIssues, request);
  if (stored) tellLost(onIssues, Object.keys(request.codec.tools ?? {}));
}

/** The members of a body; none if it is not JSON. */
function membersOf(body: string): { model?: unknown; stream?: unknown } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/** Restores a response that is not streamed, once complete. One of more than `most` bytes passes through unchanged. */
function whole(
  codec: Codecs,
  limits: RestoreOptions | undefined,
  most: number,
  onIssues: OnIssues,
): Transformer<Uint8Array, Uint8Array> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  return {
    transform(chunk, controller) {
      const passes = length > most;
      length += chunk.length;
      if (passes) return controller.enqueue(chunk);
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
      if (length <= most) return;
      const message = `an answer is longer than ${most} bytes (\`maxBody\`)`;
      const help = "it is passed on unchanged: calls in it are not restored";
      tell(onIssues, [{ code: "too-long", severity: "error", message, help, pointer: "" }], { direction: "response" });
      for (const held of chunks) controller.enqueue(held);
      chunks = [];
    },
    async flush(controller) {
      if (length > most) return;
      const body = await new Blob(chunks).text();
      const answer = answered(codec, body, onIssues, limits);
      // Bytes that are not text stay unchanged.
      const bytes = answer === body ? chunks : [new TextEncoder().encode(answer)];
      for (const chunk of bytes) controller.enqueue(chunk);
    },
  };
}

/** Restores a stream as it arrives. */
function pieces(
  codec: Codecs,
  limits: RestoreOptions | undefined,
  onIssues: OnIssues,
): Transformer<Uint8Array, Uint8Array> {
  const restorer = createRestorer(codec, limits);
  /** How many issues were reported, and how many others the last of them counts. */
  let [told, counted] = [0, 0];
  const leave = (bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>, isEnd = false) => {
    const { issues } = restorer;
    const { unlisted = 0 } = issues.at(-1) ?? {};
    const found = issues.slice(told);
    // A full list only counts: at the end, its last issue stands for those that were counted since.
    if (isEnd && found.length === 0 && unlisted > counted) found.push({ ...issues.at(-1)!, unlisted: unlisted - counted - 1 });
    tell(onIssues, found, { direction: "response" });
    if (found.length > 0) [told, counted] = [issues.length, unlisted];
    if (bytes.length > 0) controller.enqueue(bytes);
  };
  return {
    transform: (chunk, controller) => leave(restorer.push(chunk), controller),
    flush: (controller) => leave(restorer.end(), controller, true),
  };
}

/** A response with another body; what only a `Response` of the network has is taken from the original. */
class Restored extends Response {
  readonly #original: Response;

  constructor(original: Response, body: BodyInit | null) {
    const { status, statusText } = original;
    const headers = new Headers(original.headers);
    // The new body has another length, and is not compressed.
    headers.delete("content-length");
    headers.delete("content-encoding");
    super(body, { status, statusText, headers });
    this.#original = original;
  }

  override get url(): string {
    return this.#original.url;
  }

  override get redirected(): boolean {
    return this.#original.redirected;
  }

  override get type(): ResponseType {
    return this.#original.type;
  }

  override clone(): Response {
    return new Restored(this.#original, super.clone().body);
  }
}
