// Matches the alternatives of the source with those of the declaration.

import { label } from "./label";
import type { Place } from "./view";

/** A pair's halves, and what it is called. */
export type Pair = [before: Place | undefined, after: Place | undefined, name: string];

interface Roots {
  original: unknown;
  transformed: unknown;
}

/** Alternatives of both sides: in order where there are as many, else by what tells them apart. */
export function pair(before: Place[], after: Place[], { original, transformed }: Roots): Pair[] {
  const seen = new Map<string, number>();
  const unique = (name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  if (before.length === after.length || before.length === 0 || after.length === 0) {
    const count = Math.max(before.length, after.length);
    return Array.from({ length: count }, (_, index) => {
      const [first, second] = [before[index], after[index]];
      return [first, second, unique(first ? label(first, original) : second ? label(second, transformed) : "")];
    });
  }
  const rest = new Map(after.map((place) => [place, label(place, transformed)]));
  const pairs = before.map((first): Pair => {
    const name = label(first, original);
    const second = [...rest].find(([, other]) => other === name)?.[0];
    if (second) rest.delete(second);
    return [first, second, unique(name)];
  });
  return [...pairs, ...[...rest].map(([place, name]): Pair => [undefined, place, unique(name)])];
}
