// Documents: schemas, tools in any envelope.

import * as engine from "../pkg/lapidary_wasm.js";
import { ask, lazily } from "./ask.js";
import { textsOf } from "./errors.js";
import { guard } from "./guard.js";
import { type Question, recall } from "./memory.js";
import type { Options } from "./options.js";
import { settingOf } from "./settings.js";
import { type Input, type JsonObject, type Like, type SchemaInput, demandText, textOf } from "./text.js";
import type {
  ApiError,
  CheckOptions,
  Diff,
  DocumentOptions,
  Issue,
  Report,
  SchemaOptions,
  Target,
  ToolsOptions,
  Transformed,
  TransformedSchema,
  TransformedTools,
} from "./types.js";

/** Thrown by `assertCompatible`: the target would reject or misread a tool. */
export class IncompatibleError extends Error {
  override readonly name = "IncompatibleError";
  /** The errors, those of the whole document first. */
  readonly issues: Issue[];

  constructor(issues: Issue[]) {
    const lines = issues.map(({ code, pointer, message }) => `  ${code} at ${pointer || "the root"}: ${message}`);
    super(["the target does not take these tools as they are:", ...lines].join("\n"));
    this.issues = issues;
  }
}

type Ask = (text: string, options?: Options) => string;

/** The question whose answer has the document in a member, of the same kind as the input: text, or data. */
const likeInput = <Member extends string>(ask: Ask, member: Member): ((input: unknown) => Question<any>) => {
  const parsed = (answer: Record<Member, string | null>) => {
    const text = answer[member];
    return text === null ? answer : { ...answer, [member]: JSON.parse(text) };
  };
  const ofText: Question<unknown, string> = { ask, read: (answer) => JSON.parse(answer) };
  const ofData: Question<unknown, string> = { ask, read: (answer) => parsed(JSON.parse(answer)) };
  return (input) => (typeof input === "string" ? ofText : ofData);
};
const document = likeInput(engine.transform, "output");
const schemaOnly = likeInput(engine.transformSchema, "schema");
const declared: Question<Omit<TransformedTools, "report">, string[]> = {
  ask: engine.transformTools,
  read: ([declarations, codec]) => ({ declarations: JSON.parse(declarations!), codec: JSON.parse(codec!) }),
};

/** The fast path: JSON text in, JSON text out. Throws if there is no output; the error has `issue`. */
export function transformText(text: string, options?: DocumentOptions): string {
  demandText(text, "`transform` takes objects");
  return guard(engine.transformText, text, options);
}

/**
 * Transforms a document for the target; returns it with what was found and changed. `output` is text if text was given,
 * and an object otherwise. A request is normalized as a whole, as by `normalizeRequest`. Never throws on any text,
 * unless `onError` is `"throw"`.
 */
export function transform<Given extends Input>(input: Given, options?: DocumentOptions): Transformed<Like<Given>> {
  return recall(document(input), input, settingOf(options)).answer;
}

/**
 * Lowers a single schema. The mode is always drop-in; with `typeCase: "lower"` the result stays JSON Schema. Throws on
 * text that is not JSON; the error has `issue`.
 */
export function transformSchema<Given extends SchemaInput>(
  schema: Given,
  options?: SchemaOptions,
): TransformedSchema<Like<Given, JsonObject>> {
  return recall(schemaOnly(schema), schema, settingOf(options)).answer;
}

/**
 * Declares tools, given in any envelope; returns the declarations, with what was found and the codecs of the calls.
 * Throws if there is nothing to declare, such as for text that is not JSON; the error has `issue`.
 */
export function transformTools<Id extends Target["id"] = "gemini">(
  tools: Input,
  options?: ToolsOptions & { target?: Id },
): TransformedTools<Id> {
  const setting = settingOf(options);
  const { text, answer } = recall(declared, tools, setting, toolsText);
  // The report takes more time than all else and is seldom read, so it is computed on demand, from the input as it was
  // given.
  const report = () => ask<Report>(engine.toolsReport, text, setting.options);
  return lazily(answer as Omit<TransformedTools<Id>, "report">, "report", report);
}

/** The text of some tools; an empty list is wrapped, as `[]` alone could be a list of anything. */
function toolsText(tools: unknown, isPlain = false): string {
  return Array.isArray(tools) && tools.length === 0 ? '{"tools":[]}' : textOf(tools, isPlain);
}

/** Reports what is wrong with each tool, without the output. */
export function check(input: Input, options?: CheckOptions): Report {
  return ask(engine.check, textOf(input), options);
}

/** Throws an `IncompatibleError` if the target would reject or misread a tool; for tests of a server. */
export function assertCompatible(tools: Input, options?: CheckOptions): void {
  const issues = ask<Issue[]>(engine.incompatibilities, toolsText(tools), options);
  if (issues.length > 0) throw new IncompatibleError(issues);
}

/** The changes to a document: as an RFC 6902 patch, as a unified diff, and one by one. */
export function diff(input: Input, options?: CheckOptions): Diff {
  return ask(engine.diff, textOf(input), options);
}

/**
 * Finds the error messages of APIs about tools in a text, such as an API's answer, a log or a stack trace; each once, in
 * the order of the text. An error that a client threw, or the data of a response, is searched in all its members, also
 * those of its cause. Empty if there is none that is known. Never throws on any text.
 */
export function explainError(error: string | object): ApiError[] {
  return ask(engine.explainError, typeof error === "string" ? error : textsOf(error).join("\n"));
}
