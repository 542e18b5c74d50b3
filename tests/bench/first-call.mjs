// Prints how many milliseconds pass from the import to the first answer, in a process of its own.

const start = performance.now();
const { transformText } = await import("../../crate/wasm/dist/index.js");
transformText('{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"string"}}}}');
console.log(performance.now() - start);
