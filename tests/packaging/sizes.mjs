// Compares what is downloaded, as it is and gzipped, with the snapshot; UPDATE_SIZES=1 renews it. Fails if
// a file has grown by more than the tolerance, so that growth is seen and meant.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const TOLERANCE = 1.03;
const DIST = new URL("../../crate/wasm/dist/", import.meta.url);
const SNAPSHOT = new URL("sizes.json", import.meta.url);

function size(file) {
  const bytes = readFileSync(new URL(file, DIST));
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

// Nothing imports what starts the program.
const files = readdirSync(DIST).filter((file) => /\.(js|wasm)$/.test(file) && file !== "bin.js");
const sizes = Object.fromEntries(files.map((file) => [file, size(file)]));
if (process.env.UPDATE_SIZES) writeFileSync(SNAPSHOT, `${JSON.stringify(sizes, null, 2)}\n`);
const snapshot = JSON.parse(readFileSync(SNAPSHOT, "utf8"));

const grown = files.filter((file) => ["raw", "gzip"].some((kind) => !(sizes[file][kind] <= snapshot[file]?.[kind] * TOLERANCE)));
console.table(Object.fromEntries(files.map((file) => [file, { ...sizes[file], "gzip, snapshot": snapshot[file]?.gzip }])));
if (grown.length > 0) {
  console.error(`grown, or new: ${grown.join(", ")}; if that is meant, UPDATE_SIZES=1 node tests/packaging/sizes.mjs`);
  process.exitCode = 1;
}
