// Prints how many milliseconds pass from the import to the first answer, in a process of its own.

import { readFileSync } from "node:fs";

const wasm = readFileSync(new URL("../../crate/wasm/pkg/lapidary_wasm_bg.wasm", import.meta.url));
const start = performance.now();
const { initSync, transformText } = await import("../../crate/wasm/dist/index.js");
initSync(wasm);
transformText('{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"string"}}}}');
console.log(performance.now() - start);
