// Errors of APIs: those that the engine explains, and others about requests.

import { explainError } from "../../engine/api";
import type { Format, Recognized } from "../recognized";
import { get, listAt, objectAt, textAt, textOf, type Value } from "../value/value";

/** Words that only errors about requests contain. */
const SIGNS =
  /Invalid JSON payload received|Unknown name \\?"|INVALID_ARGUMENT|(?:function_declarations|functionDeclarations)\[\d+\]|GenerateContentRequest\.|invalid_request_error|invalid_function_parameters|Invalid schema for function|\b400\b[^\n]{0,40}Bad Request|\[GoogleGenerativeAI Error\]|(?:ClientError|BadRequestError|ApiError)\b[^\n]{0,80}\b4\d\d\b/i;
/** What stands before a message: a time, the part of a program, a level. */
const HEAD = String.raw`(?:(?:\[[^\]\n]{0,80}\]|[\d:.,TZ+-]{1,40}|[✕✖✗]|(?:ERROR|Error|error|WARN|WARNING):?)\s+){0,4}`;
/** A message that begins with its status, or as programs for the terminal name it; brackets may be around. */
const STATUS = new RegExp(String.raw`^\s*${HEAD}\[?(?:[45]\d\d:?\s+(?:[A-Z]|models/|\{)|API Error: )`);
/** Errors are short; what they come with may be long. */
const MOST_CHARACTERS = 200_000;

const found = (complaint: string): Recognized => ({ what: "an error of an API", notes: [], steps: [], complaint });

/** The error that stands in a text, a log or a stack trace. */
export const errors: Format = (text) => (isComplaint(text) ? found(text) : undefined);

export const isComplaint = (text: string): boolean =>
  STATUS.test(text) || SIGNS.test(text.slice(0, MOST_CHARACTERS)) || isKnown(text);

/** Whether the error catalogue has an error of this text. */
export const isKnown = (text: string): boolean => explainError(text.slice(0, MOST_CHARACTERS)).length > 0;

/** The body of an error, of any provider: an object with a message, in a list where it was streamed. */
export function complaintIn(value: Value): Recognized | undefined {
  const body = value.kind === "list" && value.items.length === 1 ? value.items[0] : value;
  const error = get(body, "error");
  const said = textAt(error, "message") ?? textOf(error) ?? (objectAt(body, "properties") ? undefined : saidIn(body));
  return said === undefined ? undefined : found(said);
}

/** The message of a body that has no `error`. */
function saidIn(body: Value | undefined): string | undefined {
  const [detail, message] = [get(body, "detail"), get(body, "message")];
  const details = [detail, message, get(message, "detail")].map(detailsIn).find((each) => each !== undefined);
  const plain = textOf(detail) ?? textOf(message);
  const isError = ["object", "type"].some((name) => /error$/i.test(textAt(body, name) ?? ""));
  return details ?? (plain !== undefined && (isError || isComplaint(plain)) ? plain : undefined);
}

/** The complaints of a validator about places, as FastAPI answers them. */
function detailsIn(value: Value | undefined): string | undefined {
  if (value?.kind !== "list" || value.items.length === 0) return undefined;
  const lines = value.items.map((item) => {
    const [place, message] = [listAt(item, "loc"), textAt(item, "msg")];
    return place && message !== undefined ? `${place.map(stepIn).join(".")}: ${message}` : undefined;
  });
  return lines.every((line) => line !== undefined) ? lines.join("\n") : undefined;
}

const stepIn = (step: Value): string => textOf(step) ?? (step.kind === "scalar" ? step.json : "");
