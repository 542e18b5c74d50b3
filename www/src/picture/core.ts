// The schema that holds a row's children, inside lists and maps, with the codec entry for it.

import type { Code, Codec } from "lapidary/slim";
import { ofItems, ofProperty, resolved } from "./coding";
import { type Place, type View, read } from "./view";
import { isMap } from "./words";

/** Levels that are drawn, and lists in lists that are gone past. */
export const DEEPEST = 24;

export interface Core {
  view: View;
  /** Every place on the way, the outermost first. */
  pointers: string[];
}

export function core(place: Place, root: unknown): Core {
  return coreWithCode(place, root, undefined, undefined)[0];
}

/** Goes past lists and maps to what has properties, and along the code that belongs to it. */
export function coreWithCode(
  place: Place,
  root: unknown,
  code: Code | undefined,
  codec: Codec | undefined,
): [Core, Code | undefined] {
  let view = read(place, root);
  let inner = resolved(code, codec);
  const pointers = [...view.pointers];
  for (let step = 0; step < DEEPEST && !view.repeated; step++) {
    const next = inwards(view, root, inner);
    if (!next) break;
    view = read(next.place, root);
    inner = resolved(next.code, codec);
    pointers.push(next.place.pointer, ...view.pointers);
  }
  return [{ view, pointers: [...new Set(pointers)] }, inner];
}

function inwards(
  view: View,
  root: unknown,
  code: Code | undefined,
): { place: Place; code: Code | undefined } | undefined {
  if (view.items && typeof code === "object" && "entries" in code) {
    const value = read(view.items, root).properties.find(({ name }) => name === "value");
    return value && { place: value.place, code: code.entries.value };
  }
  if (view.items) return { place: view.items, code: ofItems(code) };
  if (isMap(view) && view.others) return { place: view.others, code: ofProperty(code, "") };
  return undefined;
}
