// What is measured: real tools, one JSON text each. LAPIDARY_CORPUS names a file of them, one a
// line; without it the inputs of the specs stand in.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SPECS = fileURLToPath(new URL("../specs", import.meta.url));

function readable(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function specInputs() {
  return readdirSync(SPECS, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => readFileSync(join(SPECS, name), "utf8"))
    .filter(readable);
}

function corpus(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const { name, description, inputSchema } = JSON.parse(line);
    return JSON.stringify({ name, description, inputSchema });
  });
}

export function texts() {
  const file = process.env.LAPIDARY_CORPUS;
  return file ? corpus(file) : specInputs();
}
