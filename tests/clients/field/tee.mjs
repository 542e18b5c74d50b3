// `node tee.mjs LOG COMMAND [ARGUMENT…]`: a server over stdio as it is, and its calls and answers, one a line, in LOG.

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const calls = new Set();

/** Passes pieces on as they come, after the lines that end in them were looked at. */
function pass(from, to, look) {
  let line = "";
  from.setEncoding("utf8");
  from.on("data", (piece) => {
    const lines = (line + piece).split("\n");
    line = lines.pop();
    for (const whole of lines) look(whole);
    to.write(piece);
  });
  from.on("end", () => to.end());
}

const note = (message) => appendFileSync(log, `${JSON.stringify(message)}\n`);

pass(process.stdin, server.stdin, (line) => {
  const message = parsed(line);
  if (message?.method !== "tools/call") return;
  calls.add(message.id);
  note(message);
});
pass(server.stdout, process.stdout, (line) => {
  const message = parsed(line);
  if (message && !message.method && calls.delete(message.id)) note(message);
});
server.stdin.on("error", () => {});
server.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
