// Copies of parsed JSON, which take a third of the time of parsing its text again.

import { MOST_LEVELS } from "./snapshot.js";

/** A copy of parsed JSON that shares no object with it; `undefined` for what is nested too deeply. */
export function copyOf<Data>(data: Data, level = 0): Data | undefined {
  if (typeof data !== "object" || data === null) return data;
  if (level === MOST_LEVELS) return undefined;
  // The members are copied first: it is fastest for an object to get all of them at once.
  const copy: any = Array.isArray(data) ? [...data] : { ...data };
  for (const name in copy) {
    const member: unknown = copy[name];
    if (typeof member !== "object" || member === null) continue;
    const inner = copyOf(member, level + 1);
    if (inner === undefined) return undefined;
    copy[name] = inner;
  }
  return copy;
}
