// Original tools, their declarations, and the conversion between them.

import type { Codecs } from "../codec.js";
import { called, toolOf, fit } from "../exchange.js";
import { type OnIssues, tell, tellRequest } from "../issues.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";

/** A call as `@google/genai` represents it. */
export interface FunctionCall {
  name?: string;
  args?: JsonObject;
}

/** The tools of one conversation. */
export class Declarations {
  readonly #options: RequestOptions;
  readonly #onIssues: OnIssues;
  #tools: object[] = [];
  #codec: Codecs = { version: 1 };

  constructor(options: RequestOptions, onIssues: OnIssues) {
    // The client's converter is still to come: it drops `additionalProperties`, which no other target writes into
    // `parameters`.
    this.#options = options.target === "vertex-ai" ? { ...options, target: "gemini" } : options;
    this.#onIssues = onIssues;
  }

  /** Lowers tools, which replace the previous ones. */
  declare(tools: object[]): object[] {
    const request = fit<JsonObject>({ tools }, this.#options, this.#onIssues);
    tellRequest(this.#onIssues, request);
    this.#tools = tools;
    this.#codec = request.codec;
    return (request.body.tools ?? []) as object[];
  }

  /** Restores a call of the model for the owner of the tools. */
  restore<Call extends FunctionCall>(call: Call): Call {
    const { name = "", args } = call;
    const { codec } = toolOf(this.#codec, name);
    return codec ? { ...call, ...called(this.#codec, { name, args }, this.#onIssues) } : call;
  }

  /** Encodes contents for the model: its calls, and the responses to them, refer to the functions as declared. */
  history<Contents>(contents: Contents): Contents {
    const { body, issues } = fit<JsonObject>({ tools: this.#tools, contents }, this.#options, this.#onIssues);
    tell(this.#onIssues, issues, { direction: "request" });
    return body.contents as Contents;
  }

  /** Encodes the parts of one turn for the model. */
  turn<Part extends object>(parts: Part[]): Part[] {
    const [{ parts: known }] = this.history([{ role: "user", parts }]) as [{ parts: Part[] }];
    return known;
  }
}
