// Prints what a worker answers. `node workerd.mjs FOLDER`: the folder has worker.js and the module it imports.

import { Miniflare } from "miniflare";

const worker = new Miniflare({
  rootPath: process.argv[2],
  modulesRoot: ".",
  scriptPath: "worker.js",
  modules: true,
  modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
  compatibilityDate: "2024-01-01",
});
console.log(await (await worker.dispatchFetch("http://worker.invalid/")).text());
await worker.dispose();
