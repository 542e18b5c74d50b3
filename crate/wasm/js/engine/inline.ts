// The engine as text inside of the code: for every host that compiles WebAssembly from bytes.

import base64 from "../../pkg/lapidary_wasm_bg.wasm";

export const engine = (): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
