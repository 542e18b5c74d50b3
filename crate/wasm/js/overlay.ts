// Objects that differ from others in some members.

/**
 * A proxy of `target`, with the members of `own` in place of its own. For all other members `this` is `target` itself,
 * so private fields work; assignments go to `target`, and `instanceof` gives the same result.
 */
export function overlay<Target extends object>(target: Target, own: Partial<Target>): Target {
  const bound = new WeakMap<Function, Function>();
  return new Proxy(target, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key);
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || key === "constructor") return value;
      if (!bound.has(value)) bound.set(value, value.bind(target));
      return bound.get(value);
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}
