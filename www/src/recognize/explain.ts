// The meaning of an API's error, from the error catalogue.

import { explainError } from "../engine/api";

export interface Explained {
  /** The server's words. */
  message: string;
  /** Why the server sends it. */
  cause?: string;
  /** The keyword that it objects to. */
  keyword?: string;
  /** The function and the parameter that it points to, in words. */
  place?: string;
  /** The codes of the rules that prevent it. */
  rules: string[];
}

const MOST_CHARACTERS = 600;

/** The errors in a text, each with what it means; a text that the catalogue does not know is one error. */
export async function explain(text: string): Promise<Explained[]> {
  const known = explainError(text);
  if (known.length === 0) return [{ message: clipped(text.trim()), rules: [] }];
  const causes = await causesById();
  return known.map(({ message, rows, keyword, place, rules }) => {
    const cause = rows.map((id) => causes.get(id)).find(Boolean);
    return {
      message: clipped(message),
      rules,
      ...(cause !== undefined && { cause }),
      ...(keyword !== undefined && { keyword }),
      ...(place !== "" && { place }),
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
