// The handlers of crate/gateway/handlers in the hosts that they are for, and `lapidary gateway` beside them, between
// Google's client and the stand-in, and before an upstream that shows what reached it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { standIn } from "../clients/stand-in.mjs";

const here = import.meta.dirname;
const work = join(here, "handler-copies");
const env = { ...process.env, PATH: [join(here, "node_modules/.bin"), process.env.PATH].join(delimiter) };
const { GoogleGenAI } = await import(createRequire(join(here, "../clients/")).resolve("@google/genai-2"));

/** A map and a name that Gemini refuses. */
const SET = {
  name: "env/set_variables",
  description: "Set variables.",
  parametersJsonSchema: {
    type: "object",
    properties: { vars: { type: "object", additionalProperties: { enum: [1, 2] }, minProperties: 1 } },
    required: ["vars"],
  },
};
const ASKED = { model: "gemini-3-pro", contents: "call env/set_variables #0", config: { tools: [{ functionDeclarations: [SET] }] } };
const PATH = "/v1beta/models/gemini-3-pro:generateContent";

function shell(command) {
  const { status, stdout, stderr } = spawnSync(command, { cwd: work, env, shell: true, encoding: "utf8" });
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

/** A program that says where it listens, in a line of either output. */
async function program(command, args, upstream, variables = {}) {
  const child = spawn(command, args, { cwd: work, env: { ...env, ...variables, UPSTREAM: upstream, PORT: "0" }, stdio: ["ignore", "pipe", "pipe"] });
  const line = (stream) => once(createInterface({ input: stream }), "line");
  const [said] = await Promise.race([line(child.stdout), line(child.stderr)]);
  return {
    url: /http:\/\/[\d.:]+/i.exec(said)[0],
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

async function worker(upstream, variables = {}) {
  const flare = new Miniflare({
    rootPath: join(work, "out"),
    modulesRoot: ".",
    scriptPath: "worker.js",
    modules: true,
    modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
    compatibilityDate: "2026-01-01",
    compatibilityFlags: ["enable_request_signal"],
    bindings: { ...variables, UPSTREAM: upstream },
  });
  return { url: String(await flare.ready).replace(/\/$/, ""), stop: () => flare.dispose() };
}

const HOSTS = {
  workerd: worker,
  Deno: (...given) => program("deno", ["run", "--no-prompt", "--allow-net", "--allow-env", "deno.mjs"], ...given),
  Node: (...given) => program("node", ["node.mjs"], ...given),
  "lapidary gateway": (upstream) => program(process.env.LAPIDARY_BIN, ["gateway", "--listen", "127.0.0.1:0", "--upstream", upstream], upstream),
};

let gemini, echo;

before(async () => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  cpSync(join(here, "../../crate/gateway/handlers"), work, { recursive: true });
  writeFileSync(join(work, "package.json"), '{ "private": true, "type": "module" }');
  const tarball = shell("npm pack --silent ../../../crate/wasm/dist").trim();
  shell(`npm install --silent --no-audit --no-fund --no-package-lock ./${tarball}`);
  shell("esbuild worker.mjs --bundle --format=esm --conditions=workerd,worker,browser --loader:.wasm=copy --outdir=out");
  gemini = await standIn();
  echo = await echoing();
});

after(async () => {
  await gemini?.stop();
  echo?.server.close();
});

/** An upstream that answers with what reached it, compressed, or with the status of its query; or not at all. */
async function echoing() {
  const stalled = new EventEmitter();
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString("hex");
    const { searchParams } = new URL(request.url, "http://any");
    const { method, url, headers } = request;
    if (searchParams.has("stall")) {
      response.on("close", () => stalled.emit("gone"));
      return void stalled.emit("here");
    }
    if (searchParams.has("status")) return void response.writeHead(Number(searchParams.get("status"))).end();
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "x-goog-upload-url": `http://${headers.host}/upload/v1beta/files?upload_id=7`,
    });
    response.end(gzipSync(JSON.stringify({ method, url, headers, body })));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, stalled, url: `http://127.0.0.1:${server.address().port}` };
}

for (const [name, start] of Object.entries(HOSTS)) {
  describe(name, () => {
    let toGemini, toEcho, models;

    before(async () => {
      toGemini = await start(gemini.url);
      toEcho = await start(echo.url);
      models = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: toGemini.url } }).models;
    });
    after(async () => {
      await toGemini?.stop();
      await toEcho?.stop();
    });

    const assertCall = ([call]) => {
      assert.equal(call.name, "env/set_variables");
      assert.ok([1, 2].includes(Object.values(call.args.vars)[0]), JSON.stringify(call.args));
    };

    test("calls come back as the tool takes them", async () => {
      assertCall((await models.generateContent(ASKED)).functionCalls);
    });

    test("so do those of streams", async () => {
      const calls = [];
      for await (const chunk of await models.generateContentStream(ASKED)) calls.push(...(chunk.functionCalls ?? []));
      assert.equal(calls.length, 1);
      assertCall(calls);
    });

    test("and those of many requests at once", async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => models.generateContent(ASKED)));
      for (const { functionCalls } of answers) assertCall(functionCalls);
    });

    test("errors come as they are", async () => {
      const asked = (url) => fetch(`${url}${PATH}`, { method: "POST", body: '{"contents":[],"bogus":1}' });
      const [direct, through] = await Promise.all([gemini.url, toGemini.url].map(asked));
      assert.deepEqual([through.status, await through.text()], [direct.status, await direct.text()]);
      assert.equal(through.status, 400);
    });

    test("everything else passes", async () => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
      const headers = { "x-goog-api-key": "k", "content-type": "application/octet-stream" };
      const response = await fetch(`${toEcho.url}/upload/v1beta/files?a=%20b`, { method: "PUT", headers, body: bytes });
      const seen = await response.json();
      assert.deepEqual([seen.method, seen.url, seen.body], ["PUT", "/upload/v1beta/files?a=%20b", Buffer.from(bytes).toString("hex")]);
      assert.deepEqual([seen.headers["x-goog-api-key"], seen.headers.host], ["k", new URL(echo.url).host]);
      assert.equal(response.headers.get("x-goog-upload-url"), `${toEcho.url}/upload/v1beta/files?upload_id=7`);
      for (const [method, status] of [["DELETE", 204], ["GET", 304], ["HEAD", 200], ["GET", 307]]) {
        const passed = await fetch(`${toEcho.url}/v1beta/files/7?status=${status}`, { method, redirect: "manual" });
        assert.deepEqual([method, passed.status, await passed.text()], [method, status, ""]);
      }
    });

    // Miniflare's own worker stands before the one that is tried, and does not hear of it.
    const skip = name === "workerd";
    test("a client that goes away ends the request to the upstream", { skip, timeout: 30_000 }, async () => {
      const client = new AbortController();
      const [here, gone] = ["here", "gone"].map((event) => once(echo.stalled, event));
      const asked = fetch(`${toEcho.url}/v1beta/models?stall`, { signal: client.signal });
      await here;
      client.abort();
      await assert.rejects(asked);
      await gone;
    });

    // The program refuses them.
    const passes = name !== "lapidary gateway";
    test("bodies that are longer than the limit, also once inflated, pass as they came", { skip: !passes }, async () => {
      const small = await start(echo.url, { MAX_BODY: "10000" });
      const declarations = JSON.stringify({ tools: [{ functionDeclarations: Array.from({ length: 20_000 }, () => ({})) }] });
      const cases = [[declarations, {}], [gzipSync(declarations), { "content-encoding": "gzip" }]];
      for (const [body, headers] of cases) {
        const seen = await fetch(`${small.url}${PATH}`, { method: "POST", body, headers }).then((one) => one.json());
        assert.ok(Buffer.from(body).equals(Buffer.from(seen.body, "hex")));
      }
      await small.stop();
    });

    test("it says that it is there, and that an upstream is not", async () => {
      assert.deepEqual(await fetch(`${toGemini.url}/healthz`).then(async (one) => [one.status, (await one.text()).trim()]), [200, "ok"]);
      const lost = await start("http://127.0.0.1:9");
      const { status } = await fetch(`${lost.url}${PATH}`, { method: "POST", body: "{}" });
      await lost.stop();
      assert.equal(status, 502);
    });
  });
}
