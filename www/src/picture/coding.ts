// How the codec of a tool applies to a place of its declaration.

import type { Code, Codec } from "lapidary/slim";
import { own } from "../json/pointer";

const FOLLOWED = 8;

/** The code behind the names of recursive ones. */
export function resolved(code: Code | undefined, codec: Codec | undefined): Code | undefined {
  let found = code;
  for (let step = 0; step < FOLLOWED && typeof found === "object" && "definition" in found; step++) {
    found = own(codec?.definitions, found.definition);
  }
  return found;
}

/** Whether the model sends the value as JSON text. */
export const isJsonText = (code: Code | undefined): code is "json" | "text" => code === "json" || code === "text";

/** The encoding that the model sends, in words; undefined if the form stays. */
export function codedAs(code: Code | undefined): string | undefined {
  if (isJsonText(code)) return "sent as JSON text";
  if (code === "any") return "objects and arrays are sent as JSON text";
  if (typeof code !== "object") return undefined;
  if ("entries" in code) return "sent as an array of keys and values";
  if ("values" in code) return "sent as a string for each value";
  if ("member" in code) return `sent as an object with the property ${code.member.name}`;
  if ("tuple" in code) return "sent as an object with a property for each position";
  if ("object" in code && code.object.rest) return `other parameters are sent in ${code.object.rest.member}`;
  return undefined;
}

/** The code of a property, by its name in the declaration. */
export function ofProperty(code: Code | undefined, name: string): Code | undefined {
  if (typeof code !== "object" || !("object" in code)) return undefined;
  const { properties, integers, plain, others } = code.object;
  const rest = plain?.includes(name) ? undefined : others;
  return own(properties, name) ?? (integers?.includes(name) ? "integer" : rest);
}

/** A property's own name, by its name in the declaration. */
export function ownName(code: Code | undefined, name: string): string {
  return (typeof code === "object" && "object" in code ? own(code.object.names, name) : undefined) ?? name;
}

export function ofItems(code: Code | undefined): Code | undefined {
  return typeof code === "object" && "array" in code ? code.array : undefined;
}
