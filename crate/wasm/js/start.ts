// Where the engine comes from. It is started by the first call that needs it, from what the package
// holds, or before that by `init` or `initSync`.

import * as engine from "../pkg/lapidary_wasm.js";

/**
 * The engine: its bytes (a buffer, or a view of one), or the `WebAssembly.Module` compiled from them. Not every
 * host has types for these.
 */
export type Engine = object;

/** What `init` takes: where the `.wasm` lies (a `URL` or its text), a `Response` that has it, or the engine itself. */
export type Source = string | Engine;

let supply: (() => Engine) | undefined;
let started = false;

/** Loads the engine. Everything else needs it to have finished. */
export async function init(source: Source | Promise<Source>): Promise<void> {
  await engine.default({ module_or_path: source as RequestInfo });
  started = true;
}

/** Loads the engine without waiting, from bytes or a compiled module. */
export function initSync(source: Engine): void {
  engine.initSync({ module: source as BufferSource });
  started = true;
}

/** Says what to start from, should a call find the engine not started. */
export function provide(given: () => Engine): void {
  supply = given;
}

/** Starts the engine if it is not. */
export function demand(): void {
  if (started) return;
  if (!supply) throw new Error("the engine is not loaded: first `await init(…)`, or call `initSync(…)`");
  initSync(supply());
}
