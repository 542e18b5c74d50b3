// How the gateway bears attacks, at default settings: how long `/healthz` and an ordinary request take meanwhile, how much
// memory it takes at most, and how long it takes to end while the attack goes on; nginx beside it, where what is sent is
// none of the gateway's own. LAPIDARY_BIN is the program. Fails if a gate is missed.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { ATTACKS } from "./attacks.mjs";
import { MODEL, body, end, gateway, memory, plainProxy, start, upstream } from "./running.mjs";

const [SECONDS = "10", ...NAMES] = process.argv.slice(2);
const DRAIN = 3;
const GATES = { milliseconds: 100, megabytes: 512, drain: DRAIN + 1 };
/** Milliseconds between two requests that are timed, and until an attack is under way. */
const [BEAT, BEGINS] = [20, 1_000];

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const agent = new Agent({ keepAlive: true });

/** Milliseconds until an answer is there; endless, if it is none. */
const timed = (port, path, text) =>
  new Promise((resolve) => {
    const began = performance.now();
    const lost = () => resolve(Infinity);
    const options = { port, host: "127.0.0.1", path, method: text ? "POST" : "GET", agent, timeout: 20_000 };
    const asked = request(options, (response) => {
      response.resume().on("error", lost).on("end", () => (response.statusCode === 200 ? resolve(performance.now() - began) : lost()));
    });
    asked.on("error", lost).on("timeout", () => asked.destroy(new Error("too late"))).end(text);
  });

/** The 99th percentile of what is asked one after the other. */
async function percentile(port, path, text) {
  const [taken, until] = [[], performance.now() + Number(SECONDS) * 1_000];
  while (performance.now() < until) {
    taken.push(await timed(port, path, text));
    await pause(BEAT);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * 0.99)];
}

const children = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);

/** Runs an attack on a server, which listens on `second` for HTTP/2, and measures its effect. */
async function attacked(name, { port, second = port, pids }) {
  const target = ATTACKS[name].second ? second : port;
  const attack = start(process.execPath, [join(import.meta.dirname, "attacks.mjs"), name, String(target)]);
  await pause(BEGINS);
  const [own, ordinary] = await Promise.all([percentile(port, "/healthz"), percentile(port, `${MODEL}:generateContent`, body())]);
  const most = pids().reduce((sum, pid) => sum + memory(pid, "VmHWM"), 0);
  return { own, ordinary, most, attack };
}

const shown = (number, digits = 0) => (Number.isFinite(number) ? number.toFixed(digits) : "lost").padStart(9);

try {
  const behind = await upstream(0);
  let missed = false;
  console.log(`${"".padEnd(50)} /healthz  ordinary    memory     drain`);
  for (const [name, { what, everywhere }] of Object.entries(ATTACKS)) {
    if (NAMES.length && !NAMES.includes(name)) continue;
    const { port, child } = await gateway(behind, "--drain", String(DRAIN));
    const { own, ordinary, most, attack } = await attacked(name, { port, pids: () => [child.pid] });
    const began = performance.now();
    child.kill("SIGTERM");
    await once(child, "exit");
    const drain = (performance.now() - began) / 1_000;
    attack.kill();
    console.log(`${what.padEnd(50)}${shown(own)} ${shown(ordinary)} ${shown(most)} ${shown(drain, 1)}`);
    missed ||= Math.max(own, ordinary) > GATES.milliseconds || most >= GATES.megabytes || drain > GATES.drain;
    if (!everywhere) continue;
    const { nginx, ...ports } = await plainProxy(behind);
    const beside = await attacked(name, { ...ports, pids: () => [nginx.pid, ...children(nginx.pid)] });
    beside.attack.kill();
    nginx.kill();
    await once(nginx, "exit");
    console.log(`${"  nginx".padEnd(50)}${shown(beside.own)} ${shown(beside.ordinary)} ${shown(beside.most)}`);
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  end();
}
