// The engine as a module that was compiled at deployment, for hosts that do not compile bytes.

import module from "lapidary/wasm";

// In Next.js it is a module of another realm, which the generated code does not recognize as one.
export const engine = (): WebAssembly.Module => Object.setPrototypeOf(module, WebAssembly.Module.prototype);
