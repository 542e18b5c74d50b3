// A value amid other text: JSON or what Python printed, in a log, an answer with its headers, an event stream.

import { documentOf } from "../documents/document";
import { enveloped } from "../documents/enveloped";
import { jsonValue } from "../value/json";
import { type Derived, part } from "../value/places";
import { print } from "../value/print";
import { type Format, type Recognize, type Recognized, moved, unknownTools } from "../recognized";
import { TYPOGRAPHIC } from "../value/text";
import { type Piece, together, toolsIn, unreadFrom } from "./together";

/** How many characters are looked at in all, again and again where brackets are not closed. */
const MOST_LOOKED_AT = 30_000_000;
/** The same for text that is not JSON, which takes longer to read. */
const MOST_PRINTED = 1_000_000;

/** The stretches in which there are tools; else the first that is another document in JSON. Of broken JSON, parts that
 * are no tools by themselves are no documents: a schema in it is one of its tool's. */
export const embedded: Format = async (text, inner) => {
  const pieces: Piece[] = [];
  const notes = new Map<number, string>();
  let [left, printed] = [MOST_LOOKED_AT, MOST_PRINTED];
  let broken = { from: 0, to: 0 };
  const start = text.search(/\S/);
  let at = next(text, 0);
  while (at >= 0 && left > 0) {
    const end = endOf(text, at);
    left -= (end ?? text.length) - at;
    const stretch = end === undefined ? undefined : part(text, at, end);
    const value = stretch && jsonValue(stretch.text);
    if (!value && at === start) return undefined;
    let found: Recognized | undefined;
    if (stretch && value) {
      const read = documentOf(value, AMID, { json: print(value), notes: [] }) ?? enveloped(value, AMID);
      found = read && moved(read, stretch);
    } else {
      if (stretch && PRINTED.test(stretch.text) && (printed -= stretch.text.length) > 0)
        found = await tools(stretch, inner);
      const key = keyAt(text, at);
      // What Python printed is no broken JSON, and a bracket of prose need not be closed.
      if (at >= broken.to && !found && (key === '"' || (key && end === undefined))) notes.set(at, UNREAD);
      if (end !== undefined || key || text[at] !== "[") {
        const to = Math.max(broken.to, end ?? text.length);
        broken = { from: at < broken.to ? broken.from : at, to };
      }
    }
    const hasTools = found && (toolsIn(found) !== undefined || unknownTools(found).length > 0);
    if (found && (hasTools || at >= broken.to)) pieces.push({ found, at });
    if (hasTools && broken.from < at && at < broken.to) notes.set(broken.from, PARTLY);
    // Text that is not JSON may still contain some.
    at = next(text, end !== undefined && (value || found) ? end : at + 1);
  }
  const around = [...notes].map(([at, text]) => ({ text, at }));
  return together(pieces, at < 0 ? around : [...around, unreadFrom(at)]);
};

const UNREAD = "What begins here is not read: it is broken.";
const PARTLY = "Of what begins here, only whole tools are read: it is broken.";
const AMID = "JSON amid other text";

/** Characters that distinguish values printed by Python from JSON. */
const PRINTED = /['(]/;

async function tools(stretch: Derived, inner: Recognize): Promise<Recognized | undefined> {
  const found = await inner(stretch.text);
  if (found && toolsIn(found)) return { ...moved(found, stretch), what: "a literal amid other text" };
  return found && unknownTools(found).length > 0 ? moved(found, stretch) : undefined;
}

/** An object, a list, or a call of a class: `Tool(name=`, `ListToolsResult(tools=`. */
const START = new RegExp(`[[{](?=\\s*(?:["'{[${TYPOGRAPHIC}]|[A-Z]\\w*\\())|\\b[A-Z]\\w*\\((?=\\w+=)`, "g");

/** Brackets of JSON, or of what Python prints as such: the first key follows, or the end of the text within it. */
const KEYED = /(?:[[{]\s*){1,9}(["'])(?:[^"'\\\n]|\\.){0,200}(?:$|\1\s*(?:$|:))/y;
/** The body of an error, whose words are read wherever they stand. */
const ERROR = /[[{\s]{1,99}(["'])(?:error\1|type\1\s*:\s*\1error\1)/y;

/** The quote of the first key in the brackets that open there; undefined where they have none, or an error. */
function keyAt(text: string, at: number): string | undefined {
  KEYED.lastIndex = at;
  ERROR.lastIndex = at;
  return ERROR.test(text) ? undefined : KEYED.exec(text)?.[1];
}

function next(text: string, from: number): number {
  START.lastIndex = from;
  return START.exec(text)?.index ?? -1;
}

/** Where the bracket that opens there, or behind a name there, is closed. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"' || char === "'") {
      at = endOfString(text, at, char);
      if (at < 0) return undefined;
    } else if (char === "[" || char === "{" || char === "(") depth += 1;
    else if ((char === "]" || char === "}" || char === ")") && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === "\n") return -1;
  }
  return -1;
}
