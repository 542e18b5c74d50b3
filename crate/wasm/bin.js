#!/usr/bin/env node
// `npx lapidary`: runs the program for this system, which npm installs as an optional dependency.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const system = `${process.platform}-${process.arch}`;

function program() {
  try {
    return createRequire(import.meta.url).resolve(`@lapidary-schema/cli-${system}`);
  } catch {
    return undefined;
  }
}

const found = program();
if (found) {
  const child = spawn(found, process.argv.slice(2), { stdio: "inherit" });
  const forward = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  child.on("error", (error) => {
    console.error(`lapidary: ${error.message}`);
    process.exitCode = 2;
  });
  child.on("exit", (code, signal) => {
    for (const signal of signals) process.off(signal, forward);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
} else {
  console.error(`lapidary: @lapidary-schema/cli-${system} is not installed: either there is none for this system, and
\`cargo install lapidary-cli\` builds one, or optional dependencies were left out`);
  process.exitCode = 2;
}
