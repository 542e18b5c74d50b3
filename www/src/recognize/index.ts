// Recognizes texts that the engine does not read itself. The formats are tried in this order; the first match wins. A
// parser is loaded when a text reaches it.

import { command } from "./commands";
import { curl } from "./curl";
import { json } from "./document";
import { embedded } from "./embedded";
import { errors, isComplaint } from "./errors";
import { escaped } from "./escaped";
import { markdown } from "./markdown";
import { prompts } from "./prompts";
import { prose } from "./prose";
import type { Format, Recognized } from "./recognized";
import { sdk } from "./sdks";

const FORMATS: Format[] = [
  markdown,
  curl,
  command,
  escaped,
  json,
  prompts,
  async (text, inner) => (await import("./code")).code(text, inner),
  async (text, inner) => (await import("./yaml")).yaml(text, inner),
  embedded,
  errors,
  async (text) => (await import("./toml")).toml(text, recognize),
  sdk,
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
    if (found) return found.json && MIXED.has(format) && isComplaint(text) ? { complaint: text, ...found } : found;
  }
  // Within other text, it is no answer.
  return layer === 0 ? prose(text) : undefined;
}
