// The gateway as a service: the unit, as systemd reads it, and the Dockerfile.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { validate } from "dockerfile-utils";

const ROOT = join(import.meta.dirname, "../..");
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const unit = read("crate/gateway/service/lapidary-gateway.service");
const dockerfile = read("crate/gateway/service/Dockerfile");
const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8" });

/** The program knows these arguments. */
function assertKnown([program, ...args]) {
  assert.match(program, /(^|\/)lapidary$/);
  assert.match(run(process.env.LAPIDARY_BIN, ...args, "--help"), /Usage: lapidary gateway/);
}

test("the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "lapidary-service-"));
  const file = join(folder, "lapidary-gateway.service");
  writeFileSync(file, unit.replace("/usr/local/bin/lapidary", process.env.LAPIDARY_BIN));
  run("systemd-analyze", "verify", "--man=no", file);
  // On its scale from 0 to 100, what is exposed.
  run("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", file);
  rmSync(folder, { recursive: true });
  assertKnown(/^ExecStart=(.*)$/m.exec(unit)[1].split(" "));
});

test("the Dockerfile", () => {
  assert.deepEqual(validate(dockerfile), []);
  const [, toolchain] = /channel = "(.*)"/.exec(read("rust-toolchain.toml"));
  assert.ok(dockerfile.includes(`FROM rust:${toolchain}-`) && dockerfile.includes(`RUSTUP_TOOLCHAIN=${toolchain}\n`));
  assertKnown(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)[1]));
});
