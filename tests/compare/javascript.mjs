// `node javascript.mjs PACKAGE`: what a package of npm makes of tools. A tool a line on stdin, an answer a line on
// stdout: `{"declaration"}`, or `{"error"}` if the package throws.

import { answering } from "./answering.mjs";
import { PACKAGES } from "./packages.mjs";

// The one stream that answers go to; what packages log stays out of it.
console.log = console.info = console.warn = console.error;

const declare = await PACKAGES[process.argv[2]].open();
await answering(answered);
process.exit(0);

async function answered(tool) {
  try {
    return { declaration: await declare(tool) };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}
