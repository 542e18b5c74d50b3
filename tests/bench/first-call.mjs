// Prints how many milliseconds of CPU time pass from the import to the first answer, in a process of its own.

const start = process.cpuUsage();
const { transformText } = await import("../../crate/wasm/dist/index.js");
transformText('{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"string"}}}}');
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
