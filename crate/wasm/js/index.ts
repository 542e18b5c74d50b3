// Lapidary for JavaScript: documents cross into WebAssembly as text and come back as text.

import * as engine from "../pkg/lapidary_wasm.js";
import { guard } from "./guard.js";
import type { Rule, Target } from "./types.js";

export * from "./aliases.js";
export * from "./calls.js";
export * from "./documents.js";
export { InternalError } from "./guard.js";
export type * from "./codec.js";
export type { Input, JsonObject, Like, SchemaInput } from "./text.js";
export type * from "./types.js";

/** What `init` takes: where the `.wasm` lies, its bytes, or the compiled module. */
export type Source = URL | string | Response | BufferSource | WebAssembly.Module;

/** Loads the engine. Everything else needs it to have finished. */
export async function init(source: Source | Promise<Source>): Promise<void> {
  await engine.default({ module_or_path: source });
}

/** Loads the engine without waiting, from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  engine.initSync({ module: source });
}

/** Every rule: code, title, summary, docs, evidence. */
export function rules(): Rule[] {
  return guard(engine.rules);
}

/** Every target, the default first. */
export function targets(): Target[] {
  return guard(engine.targets);
}

/** The engine's version. */
export function version(): string {
  return guard(engine.version);
}
