// Shared by the programs that asked.mjs runs: one line of output for each line of input, with its CPU time in
// microseconds as `us`.

import { createInterface } from "node:readline";

export async function answering(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    const start = process.cpuUsage();
    const answered = await answer(asked);
    const { user, system } = process.cpuUsage(start);
    process.stdout.write(`${JSON.stringify({ ...answered, us: user + system })}\n`);
  }
}
