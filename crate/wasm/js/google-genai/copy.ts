// A copy of a client that sends its requests in another way.

import { cloned } from "../overlay.js";

/** The part of a client that sends all its requests (`apiClient` of `@google/genai` 1.9.0 to 3.3.0). */
export interface ApiClient {
  apiCall: typeof fetch;
}

/** The mark of methods that Lapidary has replaced, in any copy of this package: a client may be wrapped twice. */
const OWN = Symbol.for("lapidary");

/** Replaces a method of a part of a copy, if it is there. */
export function replaceMethod(part: Record<string, any>, name: string, method: (own: Function) => Function): void {
  const own = part[name]?.bind(part);
  if (own) part[name] = Object.assign(method(own), { [OWN]: true });
}

/**
 * Copies a client and its parts so that they send requests with `send`. The parts are constructed again, since their
 * methods are bound to them; the first fields of each are the arguments of its constructor, in that order (2.32.0 and
 * 3.3.0). Throws a `TypeError` for a part that would lose a change, such as a method that was replaced.
 */
export function copied<Client extends object>(client: Client, send: (own: ApiClient) => typeof fetch): Client {
  const { apiClient: own }: { apiClient?: ApiClient } = Object(client);
  if (typeof own?.apiCall !== "function") throw new TypeError(`this is no client of @google/genai, or a new one: ${INSTEAD}`);
  const apiClient = Object.assign(cloned(own), { apiCall: send(own) });
  const copy = cloned(client);
  const made = new Map<unknown, unknown>([[own, apiClient]]);
  for (const [name, part] of Object.entries(client)) {
    if (part?.parentClient === own) {
      // A part that the client creates on access: the copy creates its own.
      Reflect.deleteProperty(copy, name);
      demandSame(name, part, Object.getPrototypeOf(part), new Map());
    } else if (part?.apiClient === own) {
      made.set(part, remade(name, part, made));
    }
    if (made.has(part)) Reflect.set(copy, name, made.get(part));
  }
  if (!made.has(Reflect.get(client, "models"))) throw changed("models");
  return copy;
}

const INSTEAD = "give it `httpOptions: { fetch: createGeminiFetch() }`, and JSON Schema in `parametersJsonSchema`";

/** Constructs a part of the same class from the copies of its constructor arguments. */
function remade(name: string, part: object, made: Map<unknown, unknown>): object {
  const given = Object.values(part).map((value) => made.get(value) ?? value);
  const { constructor } = Object.getPrototypeOf(part) as { constructor: new (...given: unknown[]) => object };
  const copy = new constructor(...given);
  demandSame(name, part, copy, made);
  return copy;
}

/** Throws a `TypeError` if a copy of a part lacks something, or has the client's own method where that was replaced. */
function demandSame(name: string, part: object, copy: object, made: Map<unknown, unknown>): void {
  const isSame = Object.getOwnPropertyNames(part).every((field) => {
    const [value, other]: unknown[] = [part, copy].map((holder) => Reflect.get(holder, field));
    // Methods are functions of each part, which differ only where their text does.
    if (typeof value === "function") return OWN in value || String(value) === String(other);
    return !made.has(value) || other === made.get(value);
  });
  if (!isSame) throw changed(name);
}

function changed(name: string): TypeError {
  const cure = "what wraps or patches a client has to come after `withLapidary`, as in `wrap(withLapidary(ai))`";
  return new TypeError(`\`${name}\` of this client is not as its constructor made it: ${cure}; if nothing does, ${INSTEAD}`);
}
