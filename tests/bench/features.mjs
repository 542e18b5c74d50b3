// Prints what each feature costs in the module: the code that is left over when its functions are not exported. Texts
// are not counted, since they are one block of data.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import binaryen from "../../crate/wasm/node_modules/binaryen/index.js";

const WASM = new URL("../../crate/wasm/dist/lapidary.wasm", import.meta.url);

/** Names of exported functions, or how they begin. */
const FEATURES = {
  "patch and text diff": /^diff$/,
  "check and assertCompatible": /^(check|incompatibilities)$/,
  "one schema": /^transformSchema$/,
  "descriptions of targets": /^targets$/,
  "calls, there and back": /^(restoreCall|encodeCall)$/,
  "requests, answers and streams": /^(normalizeRequest|latestTools|restoreResponse|(__wbg_)?restorer)/,
  "all calls, requests, answers and streams": /^(restoreCall|encodeCall|normalizeRequest|latestTools|restoreResponse|(__wbg_)?restorer)/,
  "everything but text in, text out": /^(?!transformText$|memory$|__|start$)/,
};

const bytes = readFileSync(WASM);

/** The size of the module without some exports, raw and gzipped. */
function without(removed) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All);
  for (let at = module.getNumExports() - 1; at >= 0; at--) {
    const { name } = binaryen.getExportInfo(module.getExportByIndex(at));
    if (removed.test(name)) module.removeExport(name);
  }
  module.runPasses(["remove-unused-module-elements"]);
  const left = module.emitBinary();
  module.dispose();
  return [left.length, gzipSync(left, { level: 9 }).length];
}

const whole = without(/^$/);
for (const [feature, removed] of Object.entries(FEATURES)) {
  const [raw, gzipped] = without(removed).map((left, at) => ((whole[at] - left) / 1000).toFixed(1));
  console.log(`${feature.padEnd(42)}${raw.padStart(7)} kB${gzipped.padStart(7)} kB gzipped`);
}
