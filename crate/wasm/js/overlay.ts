// Objects that differ from others in some members.

/** A copy of an object, with its prototype and its own properties. */
export const cloned = <T extends object>(object: T): T =>
  Object.create(Object.getPrototypeOf(object), Object.getOwnPropertyDescriptors(object));

/**
 * A proxy of `target`, with the members of `own` in place of its own. For all other members `this` is `target` itself,
 * so private fields work; assignments go to `target`, and `instanceof` gives the same result.
 */
export function overlay<Target extends object>(target: Target, own: Partial<Target>): Target {
  const bound = new WeakMap<Function, Function>();
  // The proxy's own target has no members: frozen ones would have to be returned unchanged.
  return new Proxy<Target>(Object.create(Object.getPrototypeOf(target)), {
    get(_, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key);
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || key === "constructor") return value;
      if (!bound.has(value)) bound.set(value, value.bind(target));
      return bound.get(value);
    },
    set: (_, key, value) => Reflect.set(target, key, value),
    has: (_, key) => Reflect.has(target, key),
    deleteProperty: (_, key) => Reflect.deleteProperty(target, key),
    ownKeys: () => Reflect.ownKeys(target),
    getOwnPropertyDescriptor(_, key) {
      const property = Reflect.getOwnPropertyDescriptor(target, key);
      return property && { ...property, configurable: true };
    },
  });
}
