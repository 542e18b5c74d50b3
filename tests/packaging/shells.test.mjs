// The scripts of `lapidary completions` in the shells that they are for, and the pages of `lapidary man`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const PROGRAM = process.env.LAPIDARY_BIN;
const work = mkdtempSync(join(tmpdir(), "lapidary-shells-"));
after(() => rmSync(work, { recursive: true }));

function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: work, encoding: "utf8" });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" }, `${program} ${args.join(" ")}`);
  return stdout;
}

/** Each as it is run with the script's file, and what it prints. */
const SHELLS = {
  bash: ["COMP_WORDS=(lapidary trans) COMP_CWORD=1; _lapidary lapidary trans lapidary; echo ${COMPREPLY[*]}", "transform\n"],
  fish: ["complete -C 'lapidary check --mode r'", /^round-trip\t/],
  zsh: ["echo $_comps[lapidary]", "_lapidary\n"],
};

for (const [shell, [command, answer]] of Object.entries(SHELLS)) {
  test(shell, () => {
    const file = join(work, `lapidary.${shell}`);
    writeFileSync(file, run(PROGRAM, "completions", shell));
    const prelude = shell === "zsh" ? "autoload -U compinit; compinit -u -D; " : "";
    const bare = { bash: "--norc", fish: "--no-config", zsh: "-f" }[shell];
    const printed = run(shell, bare, "-c", `${prelude}source ${file}; ${command}`);
    if (typeof answer === "string") assert.equal(printed, answer);
    else assert.match(printed, answer);
  });
}

test("man", () => {
  run(PROGRAM, "man", "man1");
  const pages = readdirSync(join(work, "man1"));
  assert.ok(pages.includes("lapidary-check.1"));
  for (const page of pages) assert.match(run("mandoc", "-T", "html", "-W", "error", join("man1", page)), /id="SYNOPSIS"/);
});
