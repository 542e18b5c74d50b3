// A fetch that normalizes requests to Gemini and restores the calls of their responses, below any client.

import type { Fetch } from "./bodies.js";
import { type FetchOptions, type Route, fetching } from "./fetching.js";
import type { Issue } from "./types.js";

export type { FetchOptions } from "./fetching.js";
export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "./issues.js";

/**
 * A fetch for any client that accepts one. Bodies of `generateContent`, `streamGenerateContent` and `countTokens`, of
 * the Gemini API and of Vertex AI behind any base URL, are normalized with `normalizeRequest`; calls in their responses
 * are restored, those of a stream as they arrive. In bodies of `batchGenerateContent` and of new cached content nothing
 * is encoded: their requests are no longer at hand when the calls arrive.
 *
 * The same applies to OpenAI's `chat/completions` where Gemini answers: at the compatible endpoints of the Gemini API
 * and of Vertex AI, and elsewhere if the model of the body, or of the options, is called `gemini-…`, with any prefix.
 * Their surface is `gateway`.
 *
 * What a client changed in schemas before it calls a fetch is lost: `@google/genai` drops maps from `parameters`, for
 * example. Where there is an integration for a client, it keeps more.
 *
 * With `onError: "throw"`, a request with a tool that is rejected is not sent. A client would take an error of its fetch
 * for one of the connection, and try again, so the response is an error of the API that it calls, with the status 400.
 *
 * A request that needs no change is sent with the same arguments, a response in which nothing has to be restored is
 * returned as the same `Response`, and everything else passes through. Throws a `TypeError` for a misspelt or wrong
 * option.
 *
 * The result has none of the members that a host adds to its own, such as Bun's `preconnect`. An option of the type
 * `typeof fetch` gets it there as `createGeminiFetch() as typeof fetch`.
 *
 * ```ts
 * const openai = new OpenAI({ apiKey, baseURL, fetch: createGeminiFetch() });
 * ```
 */
export function createGeminiFetch(given: FetchOptions = {}): Fetch {
  return fetching(given, refusal);
}

/** The error of an API for a tool that `onError` rejects. Other errors are thrown. */
function refusal(error: unknown, { surface }: Route): Response {
  if (!(error instanceof Error) || !("issue" in error)) throw error;
  const { code, message: reason, pointer } = error.issue as Issue;
  const message = `lapidary: ${reason} (${code} at ${pointer || "the root"})`;
  const body =
    surface === "gateway"
      ? { message, type: "invalid_request_error", param: null, code: "lapidary" }
      : { code: 400, message, status: "INVALID_ARGUMENT" };
  return Response.json({ error: body }, { status: 400, statusText: "Bad Request" });
}
