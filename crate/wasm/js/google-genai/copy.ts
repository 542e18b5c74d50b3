// A copy of a client that sends its requests in another way.

import { cloned } from "../overlay.js";

/** The part of a client that sends all its requests (`apiClient` of `@google/genai` 1.9.0 to 3.3.0). */
export interface ApiClient {
  apiCall: typeof fetch;
}

/**
 * Copies a client and its parts so that they send requests with `send`. The parts are constructed again, since their
 * methods are bound to them; the first fields of each are the arguments of its constructor, in that order (2.32.0 and
 * 3.3.0).
 */
export function copied<Client extends object>(client: Client, send: (own: ApiClient) => typeof fetch): Client {
  const { apiClient: own }: { apiClient?: ApiClient } = Object(client);
  if (typeof own?.apiCall !== "function") throw new TypeError(REFUSED);
  const apiClient = Object.assign(cloned(own), { apiCall: send(own) });
  const copy = cloned(client);
  const made = new Map<unknown, unknown>([[own, apiClient]]);
  for (const [name, part] of Object.entries(client)) {
    if (part?.parentClient === own) {
      // A part that the client creates on access: the copy creates its own.
      Reflect.deleteProperty(copy, name);
    } else if (part?.apiClient === own) {
      made.set(part, remade(part, made));
    }
    if (made.has(part)) Reflect.set(copy, name, made.get(part));
  }
  return copy;
}

const REFUSED =
  "this is no client of @google/genai, or a new one: give it `httpOptions: { fetch: createGeminiFetch() }`, and JSON " +
  "Schema in `parametersJsonSchema`";

/** Constructs a part of the same class from the copies of its constructor arguments. */
function remade(part: object, made: Map<unknown, unknown>): object {
  const given = Object.values(part).map((value) => made.get(value) ?? value);
  const { constructor } = Object.getPrototypeOf(part) as { constructor: new (...given: unknown[]) => object };
  const copy = new constructor(...given);
  const isSame = Object.entries(part).every(([name, value]) => !made.has(value) || Reflect.get(copy, name) === made.get(value));
  if (!isSame) throw new TypeError(REFUSED);
  return copy;
}
