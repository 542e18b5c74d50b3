// Options with the members that they inherit, of a class or of defaults: copies and texts of objects have only own ones.

/** The same options as a plain object. */
export function flat<Given extends object>(options: Given | undefined): Given | undefined {
  // What is no object of options is left to the engine, which refuses it.
  if (!options || typeof options !== "object" || Symbol.iterator in options) return options;
  if (!isObject(Object.getPrototypeOf(options))) return options;
  const names = new Set<string>();
  for (let at = options; isObject(at); at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== "constructor") names.add(name);
  }
  return Object.fromEntries([...names].map((name) => [name, (options as Record<string, unknown>)[name]])) as Given;
}

/** Whether a value is an object from which others inherit, other than the prototype of all, of which each realm has one. */
const isObject = (value: unknown): value is object => value !== null && Object.getPrototypeOf(value) !== null;
