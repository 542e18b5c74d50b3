// The processes of the measurements (the gateway, nginx as a plain reverse proxy, an upstream) and their requests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const TOOLS = 10;
export const MODEL = "/v1beta/models/gemini-3-pro";

let made;
/** A folder for files, until the end. */
export const folder = () => (made ??= mkdtempSync(join(tmpdir(), "lapidary-load-")));
const running = [];

export function start(command, args) {
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

/** nginx with what a plain reverse proxy needs: connections that stay, and no buffers. `second` is its port for HTTP/2. */
export async function plainProxy(upstream) {
  const [port, second] = [await freePort(), await freePort()];
  const file = join(folder(), "nginx.conf");
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder()}/pid; error_log stderr crit; events { worker_connections 8192; }
http { access_log off; client_body_temp_path ${folder()}/body; proxy_temp_path ${folder()}/proxy;
  fastcgi_temp_path ${folder()}/fastcgi; uwsgi_temp_path ${folder()}/uwsgi; scgi_temp_path ${folder()}/scgi;
  upstream model { server 127.0.0.1:${upstream}; keepalive 1024; }
  server { listen 127.0.0.1:${port} backlog=4096; listen 127.0.0.1:${second} http2; client_max_body_size 64m; keepalive_requests 1000000; client_body_buffer_size 1m;
    location = /healthz { return 200 "ok"; }
    location / { proxy_pass http://model; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } } }`,
  );
  const nginx = start("nginx", ["-p", folder(), "-c", file]);
  for (let left = 100; left > 0; left--) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" }).catch(() => undefined);
    if (answer) return { port, second, nginx };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not listen");
}

/** An upstream that answers after so many milliseconds. */
export async function upstream(wait) {
  const child = start(process.execPath, [join(import.meta.dirname, "upstream.mjs"), String(wait)]);
  return Number(await firstLine(child.stdout, /^(\d+)$/));
}

/** The gateway before an upstream, with options. */
export async function gateway(upstream, ...options) {
  const args = ["gateway", "--listen", "127.0.0.1:0", "--upstream", `http://127.0.0.1:${upstream}`, ...options];
  const child = start(process.env.LAPIDARY_BIN, args);
  const port = Number(await firstLine(child.stderr, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
  child.stderr.resume();
  return { port, child };
}

/** Ends what was started. */
export function end() {
  for (const child of running) child.kill();
  if (made) rmSync(made, { recursive: true, force: true });
}

/** The memory of a process in MB, from a line of its status: `VmRSS` is the current value, `VmHWM` the peak. */
export const memory = (pid, line = "VmRSS") =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000;

/** Tools that have to be changed, each in another way. */
export function body() {
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
