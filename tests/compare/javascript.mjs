// `node javascript.mjs PACKAGE`: what a package of npm makes of tools. A tool a line on stdin, an answer a line on
// stdout: `{"declaration"}`, or `{"error"}` if the package throws, and `us`, the CPU time in microseconds.

import { createInterface } from "node:readline";

import { PACKAGES } from "./packages.mjs";

// The one stream that answers go to; what packages log stays out of it.
console.log = console.info = console.warn = console.error;

const declare = await PACKAGES[process.argv[2]].open();
for await (const line of createInterface({ input: process.stdin })) {
  const tool = JSON.parse(line);
  const start = process.cpuUsage();
  const answer = await answered(tool);
  const { user, system } = process.cpuUsage(start);
  process.stdout.write(`${JSON.stringify({ ...answer, us: user + system })}\n`);
}
process.exit(0);

async function answered(tool) {
  try {
    return { declaration: await declare(tool) };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}
