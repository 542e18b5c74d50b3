// Questions to the engine, which answers with JSON text.

import { guard } from "./guard.js";

/** What the engine answers, as the data that it spells. */
export function ask<Answer>(question: (...given: any[]) => string, ...given: unknown[]): Answer {
  return JSON.parse(guard(question, ...given));
}

/** A property whose value is made when it is first read, and is from then on a plain one. */
export function lazily<Holder extends object, Name extends string, Value>(
  holder: Holder,
  name: Name,
  make: () => Value,
): Holder & Record<Name, Value> {
  const settle = (value: Value) => {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(holder, name, { get: () => settle(make()), set: settle, enumerable: true, configurable: true });
  return holder as Holder & Record<Name, Value>;
}
