// A value amid other text: JSON or what Python printed, in a log, an answer with its headers, an event stream.

import { documentOf } from "../documents/document";
import { enveloped } from "../documents/enveloped";
import { jsonValue } from "../value/json";
import { type Derived, part, within } from "../value/places";
import { print } from "../value/print";
import { type Format, type Recognize, type Recognized, moved } from "../recognized";
import { shapeOf } from "../value/shape";
import type { Value } from "../value/value";

/** How many characters are looked at in all, again and again where brackets are not closed. */
const MOST_LOOKED_AT = 30_000_000;
/** The same for text that is not JSON, which takes longer to read. */
const MOST_PRINTED = 1_000_000;

/** The first stretch in which there are tools; else the first that is another document in JSON. Of broken JSON, parts
 * that are no tools by themselves are no documents: a schema in it is one of its tool's. */
export const embedded: Format = async (text, inner) => {
  let other: Recognized | undefined;
  let [left, printed] = [MOST_LOOKED_AT, MOST_PRINTED];
  let brokenTo = 0;
  const start = text.search(/\S/);
  for (let at = next(text, 0); at >= 0 && left > 0;) {
    const end = endOf(text, at);
    left -= (end ?? text.length) - at;
    const stretch = end === undefined ? undefined : part(text, at, end);
    const value = stretch && jsonValue(stretch.text);
    if (stretch && value) {
      const json = within(stretch, print(value));
      const found = documentOf(value, AMID, { json, notes: [] }) ?? deeper(value, stretch);
      if (shapeOf(value) === "tools") return found;
      if (at >= brokenTo) other ??= found;
    } else if (at === start) return undefined;
    else {
      brokenTo = Math.max(brokenTo, end ?? text.length);
      if (stretch && PRINTED.test(stretch.text) && (printed -= stretch.text.length) > 0) {
        const found = await tools(stretch, inner);
        if (found) return found;
      }
    }
    // Text that is not JSON may still contain some.
    at = next(text, value && end !== undefined ? end : at + 1);
  }
  return other;
};

const AMID = "JSON amid other text";

function deeper(value: Value, stretch: Derived): Recognized | undefined {
  const found = enveloped(value, AMID);
  return found && moved(found, stretch);
}

/** Characters that distinguish values printed by Python from JSON. */
const PRINTED = /['(]/;

async function tools(stretch: Derived, inner: Recognize): Promise<Recognized | undefined> {
  const found = await inner(stretch.text);
  const value = found?.json && jsonValue(found.json.text);
  if (!found || !value || shapeOf(value) !== "tools") return undefined;
  return { ...moved(found, stretch), what: "a literal amid other text" };
}

/** An object, a list, or a call of a class: `Tool(name=`, `ListToolsResult(tools=`. */
const START = /[[{](?=\s*(?:["'{[]|[A-Z]\w*\())|\b[A-Z]\w*\((?=\w+=)/g;

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
