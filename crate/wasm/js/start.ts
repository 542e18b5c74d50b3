// Where the engine comes from. The first call that needs it starts it, from what the package includes, or `init` or
// `initSync` do so before.

import * as engine from "../pkg/lapidary_wasm.js";

/**
 * The engine: its bytes (a buffer, or a view of one), or the `WebAssembly.Module` compiled from them. The type is
 * loose, as not every host has types for these.
 */
export type Engine = object;

/** A source for `init`: the URL of the `.wasm` (as object or text), a `Response` with it, or the engine itself. */
export type Source = string | Engine;

let supply: (() => Engine) | undefined;
let started = false;

/** Loads the engine. All other functions require that it has finished. */
export async function init(source: Source | Promise<Source>): Promise<void> {
  await engine.default({ module_or_path: source as RequestInfo });
  started = true;
}

/** Loads the engine without waiting, from bytes or a compiled module. */
export function initSync(source: Engine): void {
  engine.initSync({ module: source as BufferSource });
  started = true;
}

/** Sets the source from which a call starts the engine if it is not running. */
export function provide(given: () => Engine): void {
  supply = given;
}

/** Starts the engine if it is not running. */
export function demand(): void {
  if (started) return;
  if (!supply) throw new Error("the engine is not loaded: first `await init(…)`, or call `initSync(…)`");
  initSync(supply());
}
