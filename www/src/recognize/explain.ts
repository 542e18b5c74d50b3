// The meaning of an API's error, from the error catalogue.

import { explainError } from "../engine/api";
import type { Document } from "../engine/document";
import { type Meant, meant } from "../engine/meant";

export interface Explained {
  /** The server's words. */
  message: string;
  /** Why the server sends it: of a message that says no more, each cause that is recorded. */
  causes: string[];
  /** The keyword that it objects to. */
  keyword?: string;
  /** The function and the parameter that it points to, in words. */
  place?: string;
  /** The same of the document. */
  tool?: Meant;
  /** The codes of the rules that prevent it. */
  rules: string[];
  /** Whether it may be about a tool, and not about a key, a quota or the conversation. */
  isAboutTools: boolean;
}

const MOST_CHARACTERS = 600;
/** Words of messages about declared tools that the catalogue does not know; a conversation has tools as well. */
const TOOLS = new RegExp(
  String.raw`\btools?(?:[.[]\d|\W{0,2}:|\s+(?:names?|definitions?)\b)|` +
    String.raw`\bschema|function[_ ]?declaration|\bparameters\b|properties|JSON payload`,
  "i",
);

/** The errors in a text, each with what it means; a text that the catalogue does not know is one error. */
export async function explain(text: string, document?: Document): Promise<Explained[]> {
  const known = explainError(text);
  if (known.length === 0)
    return [{ message: clipped(text.trim()), causes: [], rules: [], isAboutTools: TOOLS.test(text) }];
  const causes = await causesById();
  return known.map((error) => {
    const { message, rows, keyword, place, rules } = error;
    const tool = document && meant(document, error);
    return {
      message: clipped(message),
      causes: [...new Set(rows.flatMap((id) => causes.get(id) ?? []))],
      rules,
      isAboutTools: rules.length > 0 || place !== "" || TOOLS.test(message),
      ...(keyword !== undefined && { keyword }),
      ...(place !== "" && { place }),
      ...(tool && { tool }),
    };
  });
}

const causesById = async (): Promise<Map<string, string>> => {
  const files = await Promise.all([
    import("../../../crate/core/data/errors.json"),
    import("../../../crate/core/data/providers.json"),
  ]);
  return new Map(files.flatMap((file) => file.default.map(({ id, cause }): [string, string] => [id, cause])));
};

const clipped = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
