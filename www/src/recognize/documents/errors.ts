// Errors of APIs: those that the engine explains, and others about requests.

import { explainError } from "../../engine/api";
import type { Format, Recognized } from "../recognized";
import { get, objectAt, textAt, textOf, type Value } from "../value/value";

/** Words that only errors about requests contain. */
const SIGNS =
  /Invalid JSON payload received|Unknown name \\?"|INVALID_ARGUMENT|(?:function_declarations|functionDeclarations)\[\d+\]|GenerateContentRequest\.|invalid_request_error|invalid_function_parameters|Invalid schema for function|\b400\b[^\n]{0,40}Bad Request|(?:ClientError|BadRequestError|ApiError)\b[^\n]{0,80}\b4\d\d\b/i;
/** A word of every error that the engine explains, as it looks for each of them. */
const SUBJECT = /schema|tool|function|request|grammar|nesting|reference|\$ref|anyOf|field|provider/i;
/** Errors are short; what they come with may be long. */
const MOST_CHARACTERS = 200_000;

const found = (complaint: string): Recognized => ({ what: "an error of an API", notes: [], steps: [], complaint });

/** The error that stands in a text, a log or a stack trace. */
export const errors: Format = (text) => (isComplaint(text) ? found(text) : undefined);

export function isComplaint(text: string): boolean {
  const beginning = text.slice(0, MOST_CHARACTERS);
  return SIGNS.test(beginning) || (SUBJECT.test(beginning) && explainError(beginning).length > 0);
}

/** The body of an error, of any provider: an object with a message, in a list where it was streamed. */
export function complaintIn(value: Value): Recognized | undefined {
  const body = value.kind === "list" && value.items.length === 1 ? value.items[0] : value;
  const error = objectAt(body, "error");
  const message = textAt(error, "message") ?? textOf(get(body, "error"));
  const plain = objectAt(body, "properties") ? undefined : (textAt(body, "detail") ?? textAt(body, "message"));
  const said = message ?? (plain !== undefined && isComplaint(plain) ? plain : undefined);
  return said === undefined ? undefined : found(said);
}
