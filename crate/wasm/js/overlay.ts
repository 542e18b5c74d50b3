// Objects that differ from others in some members.

/** A copy of an object, with its prototype and its own properties. */
export const cloned = <T extends object>(object: T): T =>
  Object.create(Object.getPrototypeOf(object), Object.getOwnPropertyDescriptors(object));

/**
 * A proxy of `target`, with the members of `own` in place of its own. For all other members `this` is `target` itself,
 * so private fields work; assignments go to `target`, and `instanceof` gives the same result. Members of `own` can be
 * replaced like methods of a class: `target` and `own` keep theirs, and deleting the replacement restores that of `own`.
 */
export function overlay<Target extends object>(target: Target, own: Partial<Target>): Target {
  const bound = new WeakMap<Function, Function>();
  const replaced: object = Object.create(own);
  const holderOf = (key: PropertyKey) => (Object.hasOwn(own, key) ? replaced : target);
  // The proxy's own target has no members: frozen ones would have to be returned unchanged.
  return new Proxy<Target>(Object.create(Object.getPrototypeOf(target)), {
    get(_, key) {
      const holder = holderOf(key);
      const value: unknown = Reflect.get(holder, key);
      if (holder === replaced || typeof value !== "function" || key === "constructor") return value;
      if (!bound.has(value)) bound.set(value, value.bind(target));
      return bound.get(value);
    },
    set: (_, key, value) => Reflect.set(holderOf(key), key, value),
    has: (_, key) => Reflect.has(target, key),
    // The proxy's own target has no member that could not be configured.
    defineProperty: (_, key, property) => Reflect.defineProperty(holderOf(key), key, { ...property, configurable: true }),
    deleteProperty: (_, key) => Reflect.deleteProperty(holderOf(key), key),
    ownKeys: () => Reflect.ownKeys(target),
    getOwnPropertyDescriptor(_, key) {
      const holder = holderOf(key);
      const property = Reflect.getOwnPropertyDescriptor(holder, key) ?? Reflect.getOwnPropertyDescriptor(own, key);
      return property && { ...property, configurable: true };
    },
  });
}
