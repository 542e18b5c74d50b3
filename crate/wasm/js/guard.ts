// A trap (a panic, an exhausted stack or memory) leaves the instance in an unknown state. It is
// dropped, and a fresh one is made from the module that was kept.

import { discard, start } from "../pkg/lapidary_wasm.js";
import { demand } from "./start.js";

/** The engine failed, not the input. The next call works again. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

let generation = 0;

/** Which instance runs: what lived in an earlier one is gone. */
export const instance = (): number => generation;

const isTrap = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

export function guard<Given extends unknown[], T>(call: (...given: Given) => T, ...given: Given): T {
  demand();
  try {
    return call(...given);
  } catch (error) {
    if (!isTrap(error)) throw error;
    restart();
    throw new InternalError("the engine failed on this input, and was started again", { cause: error });
  }
}

function restart(): void {
  generation += 1;
  discard();
  // The generated code makes the new instance at the next call, but only after it has copied that
  // call's text into the old one; a call without arguments has none to copy.
  start();
}
