// A trap (a panic, an exhausted stack or memory) leaves the instance in an unknown state. It is dropped, and a new one
// is created from the same module.

import { discard, start } from "../pkg/lapidary_wasm.js";
import { demand } from "./start.js";

/** A failure of the engine itself, and not of the input. The next call works again. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

let generation = 0;

/** The number of the running instance: objects of an earlier one are lost. */
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
  // The generated code creates the new instance at the next call, but only after it has copied that call's text into
  // the old one; a call without arguments has none to copy.
  start();
}
