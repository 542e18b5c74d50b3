// Calls of the engine that return JSON text.

import { guard } from "./guard.js";

/** Calls the engine, and parses the JSON text that it returns. */
export function ask<Answer>(question: (...given: any[]) => string, ...given: unknown[]): Answer {
  return JSON.parse(guard(question, ...given));
}

/** Defines a property whose value is computed when it is first read, and which is a plain property from then on. */
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
