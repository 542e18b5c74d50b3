// The program as each registry gives it: `npx lapidary`, `uvx --from lapidary-mcp lapidary`, the archives of a release,
// and what Homebrew and `cargo binstall` make of them. LAPIDARY_BIN is what is packed.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

const ROOT = join(import.meta.dirname, "../..");
const FILES = join(ROOT, "target/release-files");
const SYSTEMS = JSON.parse(readFileSync(join(ROOT, "crate/cli/data/systems.json"), "utf8"));
const { target, os, cpu } = SYSTEMS.find((one) => one.os === process.platform && one.cpu === process.arch);
const PYTHON_BIN = join(process.env.PYTHON, "..");
const TOOL = '{"name":"t","inputSchema":{"type":"object","properties":{"a":{"const":1}}}}';

const work = mkdtempSync(join(tmpdir(), "lapidary-program-"));
const env = { ...process.env, PATH: `${PYTHON_BIN}:${process.env.PATH}`, UV_CACHE_DIR: join(work, "uv") };
const options = { cwd: work, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
const run = (program, ...args) => execFileSync(program, args, options);
const release = (...args) => run(join(ROOT, "scripts/release"), ...args);
const tarball = (pattern) => join(FILES, readdirSync(FILES).find((file) => pattern.test(file)));
let version;

before(() => {
  // Without what debuggers need it is a tenth of the size.
  run("strip", "-o", join(work, "lapidary"), process.env.LAPIDARY_BIN);
  version = run(join(work, "lapidary"), "--version");
  writeFileSync(join(work, "tool.json"), TOOL);
  writeFileSync(join(work, "package.json"), "{}");
  release("archive", target, join(work, "lapidary"));
  const packed = run("npm", "pack", "--silent", join(ROOT, "crate/wasm/dist")).trim();
  run("npm", "install", "--silent", "--no-audit", "--no-fund", `./${packed}`);
});

after(() => rmSync(work, { recursive: true }));

/** `check` finds what is wrong with the tool. */
function assertChecks(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, [...args, "check", "--json", "tool.json"], options);
  assert.equal(status, 1, stderr);
  assert.match(stdout, /"code":"GS011"/);
}

test("npx, without the package for this system", () => {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "lapidary", "--version"], options);
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, new RegExp(`@lapidary-schema/cli-${os}-${cpu} is not installed`));
});

test("npx", async () => {
  run("npm", "install", "--silent", "--no-audit", "--no-fund", tarball(/^lapidary-schema-cli-.*\.tgz$/));
  assert.equal(run("npx", "--no-install", "lapidary", "--version"), version);
  assertChecks("npx", "--no-install", "lapidary");

  const gateway = spawn("node_modules/.bin/lapidary", ["gateway", "--listen", "127.0.0.1:0"], { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const [line] = await once(createInterface({ input: gateway.stderr }), "line");
  gateway.kill("SIGTERM");
  assert.deepEqual(await once(gateway, "exit"), [0, null]);
  // The program itself has ended too.
  await assert.rejects(fetch(`${line.replace("listening on ", "")}/healthz`));
});

test("uvx", () => {
  // One small tool asks for no speed.
  release("wheel", target, "--profile", "dev", "--strip", "--config", "profile.dev.package.lapidary.opt-level=0");
  const wheel = tarball(/^lapidary_mcp-.*\.whl$/);
  assertChecks("uvx", "--quiet", "--from", wheel, "lapidary");
  run("uv", "venv", "--quiet", "venv");
  run("uv", "pip", "install", "--quiet", "--python", "venv", "--no-index", wheel);
  assert.equal(run("venv/bin/lapidary", "--version"), version);
});

test("an archive, where `cargo binstall` looks for it", () => {
  const manifest = readFileSync(join(ROOT, "crate/cli/Cargo.toml"), "utf8");
  const value = (key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(manifest)[1].replaceAll("{ target }", target);
  const archive = value("pkg-url").split("/").at(-1);
  const program = value("bin-dir").replace("{ bin }", "lapidary").replace("{ binary-ext }", "");
  run("tar", "-xzf", join(FILES, archive));
  assert.equal(run(join(work, program), "--version"), version);
  assert.ok(readdirSync(join(work, program, "../man")).includes("lapidary.1"));
  assert.ok(readdirSync(join(work, program, "../completions")).includes("lapidary.zsh"));
});

test("Homebrew's formula", () => {
  const names = SYSTEMS.map((one) => `lapidary-${one.target}.${one.os === "win32" ? "zip" : "tar.gz"}`);
  const sums = names.map((name) => `${createHash("sha256").update(name).digest("hex")}  ${name}`);
  writeFileSync(join(work, "SHA256SUMS"), `${sums.join("\n")}\n`);
  const formula = release("formula", join(work, "SHA256SUMS"));
  writeFileSync(join(work, "lapidary.rb"), formula);
  assert.equal(run("ruby", "-c", "lapidary.rb"), "Syntax OK\n");
  for (const [at, name] of names.entries()) {
    const [sum] = sums[at].split(" ");
    const follows = new RegExp(`/${name}"\n\\s+sha256 "${sum}"`).test(formula);
    assert.equal(follows, name.endsWith(".tar.gz"), name);
  }
});
