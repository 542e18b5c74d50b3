// The engine as a module that was compiled at deployment: for hosts that refuse to compile bytes.

import module from "lapidary/wasm";

export const engine = (): WebAssembly.Module => module;
