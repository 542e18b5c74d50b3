// The meaning of an API's errors, from the error catalogue: what the same explanation fits, together.

import { type ApiError, explainError } from "../engine/api";
import type { Document } from "../engine/document";
import { type Meant, meant } from "../engine/meant";

export interface Explained {
  /** The server's words; of several errors, those of the first. */
  message: string;
  /** Why the server sends it: of a message that says no more, each cause that is recorded. */
  causes: string[];
  /** The keyword that it objects to. */
  keyword?: string;
  /** Where it points to: the first places of all these errors. */
  places: Place[];
  /** How many places are not listed. */
  further: number;
  /** The codes of the rules that prevent it. */
  rules: string[];
  /** The target that takes what this API takes, unless it is the default. */
  target?: string;
  /** What to do besides changing a declaration. */
  advice?: string;
  /** Whether it may be about a tool, and not about a key, a quota or the conversation. */
  isAboutTools: boolean;
  /** Whether the catalogue has it as an error about the request. */
  isAboutRequest: boolean;
}

interface Place {
  /** The function and the parameter, in words. */
  words: string;
  /** The same of the document. */
  tool?: Meant;
}

/** A row of the catalogue, as far as it is used here. */
interface Row {
  id: string;
  surface: string;
  door: string;
  cause: string;
  advice?: string;
  still_true: string;
  target?: string;
}

const MOST_CHARACTERS = 600;
/** As many places are listed; `lapidary explain` lists as many. */
const MOST_PLACES = 12;
/** Words of messages about declared tools that the catalogue does not know; a conversation has tools as well. */
const TOOLS = new RegExp(
  String.raw`\btools?(?:[.[]\d|\W{0,2}:|\s+(?:names?|definitions?)\b)|` +
    String.raw`\bschema|function[_ ]?declaration|\bparameters\b|properties|JSON payload`,
  "i",
);

/** The errors in a text, each with what it means; a text that the catalogue does not know is one error. */
export async function explain(text: string, document?: Document): Promise<Explained[]> {
  const known = explainError(text);
  if (known.length === 0) {
    const unknown = { causes: [], places: [], further: 0, rules: [], isAboutRequest: false };
    return [{ ...unknown, message: clipped(text.trim()), isAboutTools: TOOLS.test(text) }];
  }
  const rows = await rowsById();
  return grouped(known).map((group) => {
    const found = group[0].rows.flatMap((id) => rows.get(id) ?? []);
    return explained(group, found, document);
  });
}

type Group = [ApiError, ...ApiError[]];

/** Errors of the same rows and keyword together; of those without a row only the form is known. */
function grouped(errors: ApiError[]): Group[] {
  const groups = new Map<string, Group>();
  for (const error of errors) {
    const { rows, keyword, message } = error;
    const key = JSON.stringify(rows.length > 0 ? [rows, keyword] : message);
    const group = groups.get(key);
    if (group) group.push(error);
    else groups.set(key, [error]);
  }
  return [...groups.values()];
}

function explained(group: Group, rows: Row[], document: Document | undefined): Explained {
  const [{ message, keyword, rules }] = group;
  const places = new Map<string, ApiError>();
  for (const error of group) if (error.place !== "" && !places.has(error.place)) places.set(error.place, error);
  const listed = [...places].slice(0, MOST_PLACES);
  const target = targetOf(message, rows);
  const advice = advised(rows);
  return {
    message: clipped(message),
    causes: [...new Set(rows.map(({ cause }) => cause))],
    places: listed.map(([words, error]) => {
      const tool = document && meant(document, error);
      return { words, ...(tool && { tool }) };
    }),
    further: places.size - listed.length,
    rules,
    isAboutTools: rules.length > 0 || places.size > 0 || TOOLS.test(message),
    isAboutRequest: rules.length === 0 && rows.length > 0 && rows.every(({ door }) => door === "request"),
    ...(keyword !== undefined && { keyword }),
    ...(advice !== undefined && { advice }),
    ...(target !== undefined && { target }),
  };
}

/** Of an error with one row; `lapidary explain` says the same. */
function advised([row, ...others]: Row[]): string | undefined {
  if (!row || others.length > 0) return undefined;
  const isFixed = row.still_true === "no" && row.surface.startsWith("client:");
  return row.advice ?? (isFixed ? "update the client: newer versions do not have this error" : undefined);
}

/** The target that is meant; undefined for the default. `lapidary explain` names the same (commands/explain). */
function targetOf(message: string, rows: Row[]): string | undefined {
  const recorded = rows.find(({ target }) => target !== undefined)?.target;
  if (recorded !== undefined) return recorded;
  const starts = (start: string) => message.startsWith(start);
  const all = (is: (row: Row) => boolean) => rows.length > 0 && rows.every(is);
  if (all(({ surface }) => surface === "vertex") || starts("Unable to submit request")) return "vertex-ai";
  if ((rows.length === 1 && all(({ door }) => door === "parametersJsonSchema")) || starts("schema at "))
    return "gemini-json-schema";
  if (all(({ surface }) => surface.startsWith("client:@langchain"))) return "langchain";
  if (starts("Invalid schema for ")) return "openai-strict";
  // What other providers accept, too.
  const isOther = starts("tools.") || starts("JSON schema conversion") || message.includes(" toolConfig.tools.");
  return isOther ? "universal" : undefined;
}

const rowsById = async (): Promise<Map<string, Row>> => {
  const files = await Promise.all([
    import("../../../crate/core/data/errors.json"),
    import("../../../crate/core/data/providers.json"),
  ]);
  return new Map(files.flatMap((file) => (file.default as Row[]).map((row): [string, Row] => [row.id, row])));
};

const clipped = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
