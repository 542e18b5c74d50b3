// Recognizes texts that the engine does not read itself. The formats are tried in this order; the first match wins. A
// parser is loaded when a text reaches it. Text around the document is removed (`within/`), a syntax is parsed
// (`syntax/`) into values with their places (`value/`), and the kind of the document is determined (`documents/`).

import { command } from "./commands";
import { curl } from "./within/curl";
import { decoded } from "./within/decoded";
import { json } from "./documents/document";
import { embedded } from "./within/embedded";
import { errors, isComplaint, isKnown } from "./documents/errors";
import { escaped } from "./within/escaped";
import { markdown } from "./within/markdown";
import { members } from "./within/members";
import { prompts } from "./within/prompts";
import { prose } from "./prose";
import type { Format, Recognized } from "./recognized";
import { escapes } from "./syntax/escapes";
import { sdk } from "./sdks";

const FORMATS: Format[] = [
  decoded,
  markdown,
  curl,
  command,
  json,
  escapes,
  members,
  prompts,
  async (text, inner) => (await import("./syntax/code")).code(text, inner),
  async (text, inner) => (await import("./syntax/yaml")).yaml(text, inner),
  embedded,
  escaped,
  errors,
  async (text) => (await import("./syntax/toml")).toml(text, recognize),
  sdk,
  async (text, inner) => (await import("./syntax/yaml")).brokenYaml(text, inner),
  async (text, inner) => (await import("./correction")).correction(text, inner),
];

/** Of these, some other text stands around what is read: it may be an error that came along. */
const MIXED = new Set([markdown, embedded]);
/** Formats within formats: a command in Markdown, with a body that is escaped. */
const MOST_LAYERS = 4;

export async function recognize(text: string, layer = 0): Promise<Recognized | undefined> {
  if (layer === MOST_LAYERS || text.trim() === "") return undefined;
  for (const format of FORMATS) {
    const found = await format(text, (inner) => recognize(inner, layer + 1));
    if (found) return withComplaint(found, text, MIXED.has(format));
  }
  // Within other text, it is no answer.
  return layer === 0 ? prose(text) : undefined;
}

/** With the error that came along. What is known of it may stand elsewhere than where errors have their message. */
function withComplaint(found: Recognized, text: string, isMixed: boolean): Recognized {
  const cameAlong = found.json && isMixed && isComplaint(text) ? text : undefined;
  const complaint = found.complaint ?? cameAlong;
  return complaint === undefined ? found : { ...found, complaint: isKnown(text) ? text : complaint };
}
