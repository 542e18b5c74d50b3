// Lapidary for JavaScript: documents cross into WebAssembly as text and come back as text.

import * as engine from "../pkg/lapidary_wasm.js";
import { guard } from "./guard.js";
import type { Diff, Options, Report, Result, Rule, Target } from "./types.js";

export { InternalError } from "./guard.js";
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

/** The fast path: JSON text in, JSON text out. Throws on unreadable input; the error has `issue`. */
export function transformText(text: string, options?: Options): string {
  return guard(() => engine.transformText(text, options));
}

/** The output together with what was found and done. Never throws on any text. */
export function transform(text: string, options?: Options): Result {
  return guard(() => engine.transform(text, options));
}

/** What is wrong with each tool, without the output. */
export function check(text: string, options?: Options): Report {
  return guard(() => engine.check(text, options));
}

/** What changes, as an RFC 6902 patch, as a unified diff, and change by change. */
export function diff(text: string, options?: Options): Diff {
  return guard(() => engine.diff(text, options));
}

/** Every rule: code, title, summary, docs, evidence. */
export function rules(): Rule[] {
  return guard(() => engine.rules());
}

/** Every target, the default first. */
export function targets(): Target[] {
  return guard(() => engine.targets());
}

export function version(): string {
  return guard(() => engine.version());
}
