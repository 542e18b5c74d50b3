// The names of functions in interactions and agents, which the service keeps: an answer may be read without its request.

import { dropOldest } from "../oldest.js";

/** Original and declared names of the functions of an interaction or agent. */
export class Names {
  /** Declared names by original ones: of functions of one name, that of the first. */
  readonly declared = new Map<string, string>();
  /** Original names by declared ones. */
  readonly own = new Map<string, string>();

  /** The names of what it continues, which it adds to. */
  constructor(...continued: (Names | undefined)[]) {
    for (const names of continued) {
      for (const [own, declared] of names?.declared ?? []) this.declared.set(own, declared);
      for (const [declared, own] of names?.own ?? []) this.own.set(declared, own);
    }
  }

  /** Adds a list of functions, whose names take precedence over earlier ones. */
  add(functions: { name: string; declared: string }[]): void {
    for (const { name, declared } of [...functions].reverse()) {
      this.declared.set(name, declared);
      this.own.set(declared, name);
    }
  }

  /** The declared names of functions that have another. */
  get renamed(): string[] {
    return [...this.own].filter(([declared, own]) => declared !== own).map(([declared]) => declared);
  }
}

/** The most interactions and agents of a client whose names are remembered. */
const MOST = 10_000;

/** The names of the last interactions and agents of a client, by their ids; only of those with other names. */
export class KnownNames {
  readonly #byId = new Map<string, Names>();

  get(id: unknown): Names | undefined {
    return typeof id === "string" ? this.#byId.get(id) : undefined;
  }

  add(id: unknown, names: Names): void {
    if (typeof id !== "string" || names.renamed.length === 0) return;
    this.#byId.delete(id);
    this.#byId.set(id, names);
    dropOldest(this.#byId, MOST);
  }
}
