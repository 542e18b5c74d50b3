// What the gateway adds to the time of requests, beside nginx as a plain reverse proxy in the same run, and whether
// anything is lost or changed. LAPIDARY_BIN is the program; wrk and nginx are the distribution's.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [SECONDS = "10"] = process.argv.slice(2);
const ROUNDS = 3;
const TOOLS = 10;
const MODEL = "/v1beta/models/gemini-3-pro";
const LOADS = [
  { what: "200 requests at once", method: `${MODEL}:generateContent`, connections: 200, calls: 1, gates: { p50: 1, p99: 5 } },
  { what: "1,000 streams at once", method: `${MODEL}:streamGenerateContent?alt=sse`, connections: 1_000, calls: 5 },
];

const folder = mkdtempSync(join(tmpdir(), "lapidary-load-"));
const running = [];

function start(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  return child;
}

async function firstLine(stream, pattern) {
  for await (const line of createInterface({ input: stream })) {
    const [, found] = pattern.exec(line) ?? [];
    if (found) return found;
  }
  throw new Error("a server ended before it listened");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** nginx with what a plain reverse proxy needs: connections that stay, and no buffers. */
async function plainProxy(upstream) {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log stderr crit; events { worker_connections 8192; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream model { server 127.0.0.1:${upstream}; keepalive 1024; }
  server { listen 127.0.0.1:${port} backlog=4096; keepalive_requests 1000000; client_body_buffer_size 1m;
    location / { proxy_pass http://model; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } } }`,
  );
  start("nginx", ["-p", folder, "-c", file]);
  for (let left = 100; left > 0; left--) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" }).catch(() => undefined);
    if (answer) return port;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not listen");
}

/** Tools that have to be changed, each in another way. */
function body() {
  const parameters = (number) => ({
    type: "object",
    properties: {
      of: { anyOf: [{ type: "integer", exclusiveMinimum: number }, { type: "null" }], default: null },
      labels: { type: "object", additionalProperties: { type: "string" } },
      node: { $ref: "#/$defs/node" },
    },
    required: ["of"],
    $defs: { node: { type: "object", properties: { label: { const: "x" }, size: { enum: [1, 2] } } } },
  });
  const declaration = (number) => ({ name: `load/tool_${number}`, description: "A tool.", parametersJsonSchema: parameters(number) });
  const functionDeclarations = Array.from({ length: TOOLS }, (_, number) => declaration(number));
  const contents = [{ role: "user", parts: [{ text: "What is new? ".repeat(200) }] }];
  return JSON.stringify({ contents, tools: [{ functionDeclarations }] });
}

function load(port, { method, connections, calls }, expected) {
  const args = ["-t1", `-c${connections}`, `-d${SECONDS}s`, "--timeout", "20s", "-s", join(import.meta.dirname, "post.lua")];
  const env = { ...process.env, BODY: join(folder, "body.json"), EXPECTED: expected, CALLS: String(calls) };
  const out = execFileSync("wrk", [...args, `http://127.0.0.1:${port}${method}`], { env, encoding: "utf8" });
  return JSON.parse(out.trim().split("\n").at(-1));
}

/** Memory of a process, in MB. */
const memory = ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

try {
  writeFileSync(join(folder, "body.json"), body());
  const upstream = Number(await firstLine(start(process.execPath, [join(import.meta.dirname, "upstream.mjs")]).stdout, /^(\d+)$/));
  const proxy = await plainProxy(upstream);
  const gateway = start(process.env.LAPIDARY_BIN, ["gateway", "--listen", "127.0.0.1:0", "--upstream", `http://127.0.0.1:${upstream}`]);
  const port = Number(await firstLine(gateway.stderr, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
  let missed = false;
  for (const one of LOADS) {
    const [plain, ours] = [[], []];
    let [answered, bad, before] = [0, 0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(load(proxy, one, "load/tool_0"));
      ours.push(load(port, one, "load/tool_0"));
      if (round === 0) before = memory(gateway);
    }
    for (const { right, wrong, lost } of ours) [answered, bad] = [answered + right, bad + wrong + lost];
    const added = (part) => median(ours.map((round, at) => round[part] - plain[at][part]));
    const [p50, p99] = [added("p50"), added("p99")];
    console.log(`${one.what}: the gateway adds ${p50.toFixed(2)} ms at the 50th and ${p99.toFixed(2)} ms at the 99th percentile`);
    console.log(`  nginx ${median(plain.map(({ p50 }) => p50))} ms, ${median(plain.map(({ p99 }) => p99))} ms; ${answered} answered, ${bad} lost or changed`);
    console.log(`  memory of the gateway: ${before.toFixed(0)} MB after the first round, ${memory(gateway).toFixed(0)} MB after the last`);
    missed ||= bad > 0 || p50 > (one.gates?.p50 ?? Infinity) || p99 > (one.gates?.p99 ?? Infinity);
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
