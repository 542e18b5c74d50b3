// Where the engine comes from. It is started by the first call that needs it, from what the package
// holds, or before that by `init` or `initSync`.

import * as engine from "../pkg/lapidary_wasm.js";

/** The engine's bytes, or the module compiled from them. */
export type Engine = BufferSource | WebAssembly.Module;

/** What `init` takes: where the `.wasm` lies, an answer that has it, its bytes, or the compiled module. */
export type Source = URL | string | Response | Engine;

let supply: (() => Engine) | undefined;
let started = false;

/** Loads the engine. Everything else needs it to have finished. */
export async function init(source: Source | Promise<Source>): Promise<void> {
  await engine.default({ module_or_path: source });
  started = true;
}

/** Loads the engine without waiting, from bytes or a compiled module. */
export function initSync(source: Engine): void {
  engine.initSync({ module: source });
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
