// Tools as they were given, as they are declared, and what lies between them.

import type { Codecs } from "../codec.js";
import { normalizeRequest, restoreCall } from "../index.js";
import { type OnIssues, attempt, misfits, tell, tellRequest } from "../issues.js";
import type { JsonObject } from "../text.js";
import type { NormalizedRequest, Options } from "../types.js";

/** A call as `@google/genai` gives it. */
export interface FunctionCall {
  name?: string;
  args?: JsonObject;
}

/** The tools of one conversation. */
export class Declarations {
  readonly #options: Options;
  readonly #onIssues: OnIssues;
  #tools: object[] = [];
  #codec: Codecs = { version: 1 };

  /** Throws a `TypeError` for a misspelt option. */
  constructor(options: Options, onIssues: OnIssues) {
    normalizeRequest("{}", options);
    this.#options = options;
    this.#onIssues = onIssues;
  }

  /** The tools made fit, in the place of those before. */
  declare(tools: object[]): object[] {
    const fit = this.#normalized({ tools });
    tellRequest(this.#onIssues, fit);
    this.#tools = tools;
    this.#codec = fit.codec;
    return (fit.body.tools ?? []) as object[];
  }

  /** The model's call as it was asked for by whoever gave the tools. */
  restore<Call extends FunctionCall>(call: Call): Call {
    const { name = "", args } = call;
    const codec = this.#codec.tools?.[name];
    if (!codec) return call;
    const info = { direction: "response", tool: codec.name ?? name } as const;
    const same = { name: info.tool, args: args ?? {}, issues: [] };
    const { issues, ...own } = attempt(this.#onIssues, info, same, () => restoreCall(codec, { name, args }));
    tell(this.#onIssues, misfits(issues), info);
    return { ...call, ...own };
  }

  /** Contents as the model knows them: its calls, and their answers, of the functions as they are declared. */
  history<Contents>(contents: Contents): Contents {
    const { body, issues } = this.#normalized({ tools: this.#tools, contents });
    tell(this.#onIssues, issues, { direction: "request" });
    return body.contents as Contents;
  }

  /** The parts of one turn as the model knows them. */
  turn<Part extends object>(parts: Part[]): Part[] {
    const [{ parts: known }] = this.history([{ role: "user", parts }]) as [{ parts: Part[] }];
    return known;
  }

  #normalized(body: JsonObject): NormalizedRequest<JsonObject> {
    const same: NormalizedRequest<JsonObject> = { body, codec: { version: 1 }, tools: [], issues: [] };
    return attempt(this.#onIssues, { direction: "request" }, same, () => normalizeRequest(body, this.#options));
  }
}
