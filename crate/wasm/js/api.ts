// Lapidary for JavaScript: documents cross into WebAssembly as text and are returned as text.

import * as engine from "../pkg/lapidary_wasm.js";
import { ask } from "./ask.js";
import { guard } from "./guard.js";
import type { Target } from "./types.js";

export * from "./aliases.js";
export { createRestorer, encodeCall, normalizeRequest, restoreCall, restoreResponse } from "./calls.js";
export * from "./documents.js";
export { InternalError } from "./guard.js";
export { remember } from "./memory.js";
export type { Input, JsonObject, Like, SchemaInput } from "./text.js";
export type * from "./types.js";

/** Every target, the default first. */
export function targets(): Target[] {
  return ask(engine.targets);
}

/** The engine's version. */
export function version(): string {
  return guard(engine.version);
}
