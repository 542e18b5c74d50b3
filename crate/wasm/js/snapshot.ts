// Plain data as a flat list: later data is compared with it as it is walked, which is faster than writing it as text.

/** The values of some data in the order in which `JSON.stringify` reads them, with names, marks and lengths. */
export type Snapshot = readonly unknown[];

/** Marks, which no data has: an array, whose length follows; the start and the end of an object. */
const [ARRAY, OBJECT, END] = [Symbol("array"), Symbol("object"), Symbol("end")];
/** Data that is nested more deeply is compared as text, and parsed again. */
export const MOST_LEVELS = 200;

/**
 * The snapshot of data; `undefined` for data that `JSON.stringify` changes, such as instances of classes, and for data that
 * cannot be read.
 */
export function snapshotOf(data: unknown): Snapshot | undefined {
  const snapshot: unknown[] = [];
  return succeeds(() => take(data, snapshot, 0)) ? snapshot : undefined;
}

/** Whether `JSON.stringify` writes the same text for data as for that of a snapshot. Never if it could write another. */
export function isUnchanged(data: unknown, snapshot: Snapshot): boolean {
  return succeeds(() => compare(data, snapshot, 0, 0) === snapshot.length);
}

/** What `test` returns; false if a getter of the data throws. */
function succeeds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

function take(data: unknown, snapshot: unknown[], level: number): boolean {
  if (!isObject(data)) {
    snapshot.push(data);
    // `JSON.stringify` omits these because of their type.
    return typeof data !== "function" && typeof data !== "symbol";
  }
  if (level === MOST_LEVELS) return false;
  if (isArray(data)) {
    snapshot.push(ARRAY, data.length);
    for (let index = 0; index < data.length; index++) if (!take(data[index], snapshot, level + 1)) return false;
    return true;
  }
  if (!isPlain(data)) return false;
  snapshot.push(OBJECT);
  for (const name of Object.keys(data)) {
    snapshot.push(name);
    if (!take(data[name], snapshot, level + 1)) return false;
  }
  snapshot.push(END);
  return true;
}

/** Compares data with what a snapshot has from `at` on; returns where it ends there, or -1. */
function compare(data: unknown, snapshot: Snapshot, at: number, level: number): number {
  if (!isObject(data)) return data === snapshot[at] ? at + 1 : -1;
  if (level === MOST_LEVELS) return -1;
  if (isArray(data)) {
    if (snapshot[at] !== ARRAY || snapshot[at + 1] !== data.length) return -1;
    let next = at + 2;
    for (let index = 0; index < data.length && next >= 0; index++) next = compare(data[index], snapshot, next, level + 1);
    return next;
  }
  if (!isPlain(data) || snapshot[at] !== OBJECT) return -1;
  let next = at + 1;
  for (const name of Object.keys(data)) {
    if (snapshot[next] !== name) return -1;
    next = compare(data[name], snapshot, next + 1, level + 1);
    if (next < 0) return -1;
  }
  return snapshot[next] === END ? next + 1 : -1;
}

const isObject = (data: unknown): data is Record<string, unknown> | unknown[] => typeof data === "object" && data !== null;

const isArray = (data: unknown): data is unknown[] =>
  Array.isArray(data) && Object.getPrototypeOf(data) === Array.prototype && !("toJSON" in data);

/** Not an instance of a class, which could be written in another way, nor a schema of a library. */
function isPlain(data: Record<string, unknown> | unknown[]): data is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(data);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in data) && !("~standard" in data);
}
