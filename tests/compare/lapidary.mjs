// Lapidary's own rows, from the npm package. `node lapidary.mjs declare TARGET MODE` answers as javascript.mjs does, with
// the codec of the tool's calls. `node lapidary.mjs calls` restores and encodes: `{"codec", "name", "declared",
// "restore": [ARGUMENTS…], "encode": [ARGUMENTS…]}` a line, and the same lists a line.

import { createInterface } from "node:readline";

import { encodeCall, restoreCall, transformTools } from "../../crate/wasm/dist/index.js";

const [, , what, target, mode] = process.argv;

function declare({ name, description, inputSchema }) {
  const start = process.cpuUsage();
  const { declarations, codec } = transformTools([{ name, description, inputSchema }], { target, mode });
  const { user, system } = process.cpuUsage(start);
  if (declarations.length !== 1) return { error: `${declarations.length} declarations`, us: user + system };
  return { declaration: declarations[0], codec, us: user + system };
}

function calls({ codec, name, declared, restore, encode }) {
  return {
    restore: restore.map((args) => restoreCall(codec, { name: declared, args }).args),
    encode: encode.map((args) => encodeCall(codec, { name, args }).args),
  };
}

const answer = { declare, calls }[what];
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
