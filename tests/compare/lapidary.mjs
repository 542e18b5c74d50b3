// Lapidary's own rows, from the npm package. `node lapidary.mjs declare TARGET MODE` answers as javascript.mjs does, with
// the codec of the tool's calls. `node lapidary.mjs calls` restores and encodes: `{"codec", "name", "declared",
// "restore": [ARGUMENTS…], "encode": [ARGUMENTS…]}` a line, and the same lists a line.

import { encodeCall, restoreCall, transformTools } from "../../crate/wasm/dist/index.js";
import { answering } from "./answering.mjs";

const [, , what, target, mode] = process.argv;

function declare({ name, description, inputSchema }) {
  const { declarations, codec } = transformTools([{ name, description, inputSchema }], { target, mode });
  if (declarations.length !== 1) return { error: `${declarations.length} declarations` };
  return { declaration: declarations[0], codec };
}

function calls({ codec, name, declared, restore, encode }) {
  return {
    restore: restore.map((args) => restoreCall(codec, { name: declared, args }).args),
    encode: encode.map((args) => encodeCall(codec, { name, args }).args),
  };
}

await answering({ declare, calls }[what]);
