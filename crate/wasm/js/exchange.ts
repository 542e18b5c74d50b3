// Requests of integrations and their responses: normalized and restored. If the engine fails, that is reported, and
// they pass through unchanged. Does not import `index.ts`, which brings the engine: `slim` shares this code.

import { normalizeAndReport, normalizeRequest, restoreCall, restoreResponse } from "./calls.js";
import type { Codec, Codecs } from "./codec.js";
import { flat } from "./flat.js";
import { type Finding, type IntegrationOptions, type OnIssues, attempt, misfits, tell } from "./issues.js";
import type { Input, JsonObject, Like } from "./text.js";
import type { Call, NormalizedRequest, RequestOptions, RestoreOptions, RestoredResponse } from "./types.js";

/** What the options of integrations have to be where the engine does not say it. */
const MUST_BE = {
  onIssues: { isMet: (value: unknown) => typeof value === "function", words: "a function" },
  fetch: { isMet: (value: unknown) => typeof value === "function", words: "a function" },
  maxBody: { isMet: (value: unknown) => typeof value === "number" && value >= 0, words: "a number of bytes" },
};

/**
 * The options of an integration, with those that they inherit; `names` are its own besides `onIssues`. Throws a
 * `TypeError` for a misspelt or wrong one immediately, and not only at the first request.
 */
export function demandOptions<Given extends IntegrationOptions>(
  given: Given,
  ...names: ("fetch" | "maxBody")[]
): Given {
  if (typeof given !== "object" || given === null || Symbol.iterator in given) {
    const example = names.map((name) => `, such as \`{ ${name} }\``)[0] ?? "";
    throw new TypeError(`options: they must be an object${example}`);
  }
  const options = { ...flat(given) } as Given & Record<string, unknown>;
  const ofEngine: Record<string, unknown> = { ...options };
  for (const name of ["onIssues", ...names] as const) {
    const { isMet, words } = MUST_BE[name];
    if (options[name] !== undefined && !isMet(options[name])) throw new TypeError(`options: ${name}: must be ${words}`);
    delete ofEngine[name];
  }
  try {
    normalizeRequest("{}", ofEngine);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The engine lists its own options.
    const known = `$& ${["onIssues", ...names].join(", ")},`;
    throw new TypeError(error.message.replace(/^options: unknown option .* known are/, known));
  }
  return options;
}

/**
 * Normalizes the body of a request. Reporting what was found is left to the caller. The error for a tool that `onError`
 * rejects has a response as the API would send it: without its status, LangChain.js would try again for minutes.
 */
export function fit<Body extends string | JsonObject>(
  body: Body,
  options: RequestOptions,
  onIssues: OnIssues,
): NormalizedRequest<Body> {
  const same: NormalizedRequest<Body> = { body, codec: { version: 1 }, tools: [], issues: [] };
  const work = () => {
    try {
      return normalizeAndReport(body, options) as NormalizedRequest<Body>;
    } catch (error) {
      if (!(error instanceof Error) || !("issue" in error)) throw error;
      throw Object.assign(error, { response: { status: 400, data: error.message } });
    }
  };
  return attempt(onIssues, { direction: "request" }, same, work);
}

/** Restores the calls in the body of a response, and reports issues. */
export function answered<Body extends string | object>(
  codec: Codecs,
  body: Body,
  onIssues: OnIssues,
  options?: RestoreOptions,
): Body {
  const info = { direction: "response" } as const;
  const work = () => restoreResponse(codec, body, options) as RestoredResponse<Body>;
  const answer = attempt(onIssues, info, { body, issues: [] }, work);
  tell(onIssues, answer.issues, info);
  return answer.body;
}

/** A call that is known to have a name. */
export type NamedCall<Args = JsonObject> = Call<Args> & { name: string };

/** The longest name in which a namespace is recognized; as in the engine's `Codecs::called`. */
const MAX_NAME = 256;

/**
 * The tool that a model's call names, possibly after a namespace that the model has invented: by the same rules as the
 * engine's `Codecs::called`. `codec` is `undefined` if calls of the tool need no change.
 */
export function toolOf(codecs: Codec | Codecs, name: string): { declared: string; codec?: Codec } {
  const found = "tools" in codecs ? within(codecs, name) : { declared: name, codec: codecs as Codec };
  return found?.codec.name || found?.codec.arguments ? found : { declared: name };
}

function within({ tools = {} }: Codecs, name: string): { declared: string; codec: Codec } | undefined {
  const ends = name.length > MAX_NAME ? [] : [...name.matchAll(/[.:]/g)].map(({ index }) => index + 1);
  // A name may be that of a member of every object.
  const declared = [0, ...ends].map((end) => name.slice(end)).find((part) => Object.hasOwn(tools, part));
  return declared === undefined ? undefined : { declared, codec: tools[declared]! };
}

/** The original name of a tool, by the name in a call of it. */
export function ownName(codecs: Codec | Codecs, name: string): string {
  const { declared, codec } = toolOf(codecs, name);
  return codec?.name ?? declared;
}

/** Restores a model's call for the server: the tool's original name and arguments. What does not fit is reported. */
export function called<Args extends Input = JsonObject>(
  codecs: Codec | Codecs,
  { name, args }: NamedCall<Args>,
  onIssues: OnIssues,
): { name: string; args: Like<Args, JsonObject> } {
  const { declared, codec } = toolOf(codecs, name);
  const info = { direction: "response", tool: codec?.name ?? declared } as const;
  const same = { name: info.tool, args: (args ?? {}) as Like<Args, JsonObject>, issues: [] };
  const { issues, ...own } = attempt(onIssues, info, same, () => restoreCall(codecs, { name, args }));
  const invented = declared === name ? [] : [namespace(name)];
  tell(onIssues, [...invented, ...misfits(issues)], info);
  return own;
}

const namespace = (name: string): Finding => ({
  code: "namespace",
  severity: "warning",
  message: `the model has added a namespace to the name of the function: ${name}`,
  fix: "the function's own name",
  help: "",
  pointer: "",
});
