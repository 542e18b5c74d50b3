// Google's SDK in Python as a client of the table: client.py as a child process, which reads prompts line by line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("client.py", import.meta.url));
const REQUIREMENTS = ["oracle", "servers"].map((part) => new URL(`../../${part}/requirements.txt`, import.meta.url));

/** A package as the requirements pin it: `name==version`. */
export function required(name) {
  const lines = REQUIREMENTS.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return lines.find((line) => line.startsWith(`${name}==`));
}

/** Starts the client, which starts the server of a connection itself. */
export async function connectedInPython({ started }, model) {
  const { command, args, cwd, env } = started;
  const child = spawn(process.env.LAPIDARY_PYTHON ?? "python3", [PROGRAM, model], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the client in Python has ended");
    return JSON.parse(value);
  };
  const { tools } = await told({ command, args, cwd, env });
  return {
    listTools: async () => ({ tools }),
    async ask(url, text) {
      const { error } = await told({ url, text });
      if (error) throw new Error(error);
    },
    async close() {
      child.stdin.end();
      await exit;
    },
  };
}
