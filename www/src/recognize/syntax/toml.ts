// TOML, in which Codex has its servers.

import { parse, TomlError, type TomlPrimitive } from "smol-toml";
import type { Format } from "../recognized";
import { servers } from "../documents/servers";
import { list, member, object, scalar, type Value } from "../value/value";

const MOST_CHARACTERS = 200_000;
/** The head of a table, or a name with a value. */
const SIGN = /^[ \t]*(?:\[[\w."'-]+\]|[\w."'-]+[ \t]*=)/m;

export const toml: Format = (text) => {
  if (text.length > MOST_CHARACTERS || !SIGN.test(text)) return undefined;
  try {
    return servers(valueOf(parse(text)), "TOML");
  } catch (error) {
    if (error instanceof TomlError || error instanceof RangeError) return undefined;
    throw error;
  }
};

/** The parser has no places: servers need none. */
function valueOf(data: TomlPrimitive): Value {
  if (Array.isArray(data)) return list(data.map(valueOf));
  if (data instanceof Date) return scalar(data.toISOString());
  if (typeof data === "object") return object(Object.entries(data).map(([name, value]) => member(name, valueOf(value))));
  return scalar(typeof data === "bigint" ? Number(data) : data);
}
