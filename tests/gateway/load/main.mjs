// How much time the gateway adds to requests, compared with nginx as a plain reverse proxy in the same run, and whether
// data is lost or changed. LAPIDARY_BIN is the program; wrk and nginx are the distribution's.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL, body, end, folder, gateway, memory, plainProxy, upstream } from "./running.mjs";

const [SECONDS = "10"] = process.argv.slice(2);
const ROUNDS = 3;
// Milliseconds until the upstream answers, as models take their time.
const WAIT = 100;
const LOADS = [
  { what: "200 requests at once", method: `${MODEL}:generateContent`, connections: 200, calls: 1, gates: { p50: 1, p99: 5 } },
  { what: "1,000 streams at once", method: `${MODEL}:streamGenerateContent?alt=sse`, connections: 1_000, calls: 5 },
];

function load(port, { method, connections, calls }, expected) {
  const args = ["-t1", `-c${connections}`, `-d${SECONDS}s`, "--timeout", "20s", "-s", join(import.meta.dirname, "post.lua")];
  const env = { ...process.env, BODY: join(folder(), "body.json"), EXPECTED: expected, CALLS: String(calls) };
  const out = execFileSync("wrk", [...args, `http://127.0.0.1:${port}${method}`], { env, encoding: "utf8" });
  return JSON.parse(out.trim().split("\n").at(-1));
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

try {
  writeFileSync(join(folder(), "body.json"), body());
  const behind = await upstream(WAIT);
  const { port: proxy } = await plainProxy(behind);
  const { port, child } = await gateway(behind);
  let missed = false;
  for (const one of LOADS) {
    const [plain, ours] = [[], []];
    let [answered, bad, before] = [0, 0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(load(proxy, one, "load/tool_0"));
      ours.push(load(port, one, "load/tool_0"));
      if (round === 0) before = memory(child.pid);
    }
    for (const { right, wrong, lost } of ours) [answered, bad] = [answered + right, bad + wrong + lost];
    const added = (part) => median(ours.map((round, at) => round[part] - plain[at][part]));
    const [p50, p99] = [added("p50"), added("p99")];
    console.log(`${one.what}: the gateway adds ${p50.toFixed(2)} ms at the 50th and ${p99.toFixed(2)} ms at the 99th percentile`);
    console.log(`  nginx ${median(plain.map(({ p50 }) => p50))} ms, ${median(plain.map(({ p99 }) => p99))} ms; ${answered} answered, ${bad} lost or changed`);
    console.log(`  memory of the gateway: ${before.toFixed(0)} MB after the first round, ${memory(child.pid).toFixed(0)} MB after the last`);
    missed ||= bad > 0 || p50 > (one.gates?.p50 ?? Infinity) || p99 > (one.gates?.p99 ?? Infinity);
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  end();
}
