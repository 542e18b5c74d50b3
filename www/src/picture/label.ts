// The label of an alternative: the member that distinguishes it, its title, or its type.

import { type Place, read } from "./view";
import { typeInWords } from "./words";

const SHOWN_NAMES = 3;

export function label(place: Place, root: unknown): string {
  const view = read(place, root);
  for (const { name, place: inner } of view.properties) {
    const { values } = read(inner, root);
    if (values?.length === 1) return `${name}: ${values[0]}`;
  }
  if (view.title) return view.title;
  const names = view.properties.map(({ name }) => name);
  if (names.length === 0) return typeInWords(view, root);
  return `object with ${names.slice(0, SHOWN_NAMES).join(", ")}${names.length > SHOWN_NAMES ? ", …" : ""}`;
}
