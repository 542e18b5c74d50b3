// The engine as text inside of the code: for every host that compiles WebAssembly from bytes.

import base64 from "../../pkg/lapidary_wasm_bg.wasm";

export function engine(): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // `Uint8Array.from` takes twenty times as long.
  for (let index = 0; index < bytes.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}
