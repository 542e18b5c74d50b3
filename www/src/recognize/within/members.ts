// Members of an object that were copied without its braces: `"properties": {…}`, also with a comma behind it.

import { json } from "../documents/document";
import { type Format, moved } from "../recognized";
import { Excerpt } from "../value/places";

export const members: Format = async (text, inner) => {
  if (!/^\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(text)) return undefined;
  const whole = new Excerpt();
  whole.add("{", 0);
  whole.add(text, 0);
  whole.add("}", text.length);
  const derived = whole.derived();
  const found = await json(derived.text, inner);
  return found && { ...moved(found, derived), what: "members of a JSON object" };
};
