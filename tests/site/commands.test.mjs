// Commands of `lapidary` in what readers are given run, and print what is shown. A block that names a file behind its
// language is that file for the commands of its page. UPDATE_DOCS=1 writes what is printed into the pages.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { blocksOf, PAGES, ROOT } from "./blocks.mjs";

const PROGRAM = process.env.LAPIDARY_BIN;
assert.ok(existsSync(PROGRAM), "LAPIDARY_BIN names the program");
const PATH = [dirname(PROGRAM), process.env.PATH].join(delimiter);
const [{ code: TOOL }] = blocksOf("README.md").filter(({ label }) => label === "tools.json");

/** Runs a command; what it writes to a file counts as printed. */
function run(command, cwd) {
  const ran = spawnSync("bash", ["-c", command], { cwd, encoding: "utf8", env: { ...process.env, PATH } });
  const [, file] = command.match(/ >(\S+)/) ?? [];
  return file ? { ...ran, stdout: readFileSync(join(cwd, file), "utf8") } : ran;
}

/** 1 says that a tool is not compatible, which is what most pages show. */
function assertRan(command, { status, stdout, stderr }) {
  assert.ok(status === 0 || (status === 1 && /check|diff/.test(command)), `${command}: ${status}: ${stderr}`);
  assert.ok(stdout.length > 0, stderr);
}

/** A folder with the files of a page; the tool of the README where it has none. */
function folderOf(blocks) {
  const folder = mkdtempSync(join(tmpdir(), "lapidary-docs-"));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const files = Object.fromEntries(blocks.filter(({ label }) => label.includes(".")).map(({ label, code }) => [label, code]));
  const { "tools.json": text = TOOL, ...others } = files;
  const document = JSON.parse(text);
  write("tools.json", text);
  write("tools.jsonl", (document.tools ?? [document]).map((tool) => `${JSON.stringify(tool)}\n`).join(""));
  const { stdout } = run("lapidary transform --mode round-trip --format jsonl tools.jsonl", folder);
  const { declaration } = JSON.parse(stdout.split("\n")[0]);
  write("calls.jsonl", `${JSON.stringify({ name: declaration.name, args: {} })}\n`);
  for (const [name, code] of Object.entries(others)) write(name, code);
  return folder;
}

/** The commands of a `console` block, each with what is shown of its output. */
function session(code) {
  const [, ...parts] = `\n${code}`.split(/^\$ /m);
  return parts.map((part) => {
    const [command, ...shown] = part.split("\n");
    return { command, shown: shown.join("\n") };
  });
}

/** Whether these lines are the output; a line `…` matches any lines. */
function shows(shown, output) {
  const pieces = shown.split(/^…\n/m);
  if (pieces.length === 1) return shown === output;
  let from = 0;
  return pieces.every((piece) => {
    const found = output.indexOf(piece, from);
    from = found + piece.length;
    return found >= 0;
  });
}

function update(page, code, answers) {
  const file = join(ROOT, page);
  const anew = answers.map(({ command, stdout }) => `$ ${command}\n${stdout}`).join("");
  writeFileSync(file, readFileSync(file, "utf8").replace(`\`\`\`console\n${code}`, () => `\`\`\`console\n${anew}`));
}

// The commands of pages in `tests` need another environment.
for (const page of PAGES.filter((page) => !page.startsWith("tests/"))) {
  const blocks = blocksOf(page);
  const listed = blocks.filter(({ language, code }) => language === "sh" && /^lapidary /m.test(code));
  const shown = blocks.filter(({ language }) => language === "console");
  if (listed.length + shown.length === 0) continue;
  describe(page, () => {
    const folder = folderOf(blocks);
    after(() => rmSync(folder, { recursive: true }));

    for (const { code, at } of listed) {
      for (const command of code.split("\n").filter((line) => line.startsWith("lapidary "))) {
        test(`${at}: ${command}`, () => assertRan(command, run(command, folder)));
      }
    }

    for (const { code, at } of shown) {
      test(`${at} shows what is printed`, () => {
        const answers = session(code).map((step) => ({ ...step, ...run(step.command, folder) }));
        for (const answer of answers) assertRan(answer.command, answer);
        if (process.env.UPDATE_DOCS && !code.includes("…")) update(page, code, answers);
        else for (const { shown, stdout } of answers) assert.ok(shows(shown, stdout), `${shown}\nis not in\n${stdout}`);
      });
    }
  });
}
