// Every block of code that readers are given: programs compile as they stand, strictly and with the types of all
// clients, and those of the package's page run; JSON parses; commands of `lapidary` run, where it is built. Rust blocks
// are tests of the crate. The tests of docs/TESTING_YOUR_SERVER.md are run by testing-page.test.mjs and tests/servers.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { transform, transformText } from "../../crate/wasm/dist/index.js";
import { complaints, project } from "./compile.mjs";
import { standIn } from "./stand-in.mjs";

const here = import.meta.dirname;
const ROOT = join(here, "../..");
const PAGES = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const built = ["debug", "release"].map((profile) => join(TARGET, profile, "lapidary")).filter(existsSync);
/** The program, of several the one that was built last. */
const [PROGRAM] = built.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);

/** The blocks of a page, with their language and the place where each begins. */
function blocksOf(page) {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)].map(({ 1: language, 2: code, index }) => {
    return { page, language, code, at: `${page}:${text.slice(0, index).split("\n").length}` };
  });
}
const blocks = PAGES.flatMap(blocksOf);
const of = (language) => blocks.filter((block) => block.language === language);

test("every block is of a kind that is checked, here or elsewhere", () => {
  const kinds = new Set(blocks.map(({ language }) => language));
  assert.deepEqual([...kinds].filter((kind) => !["js", "json", "sh", "rust", "python", "text"].includes(kind)), []);
});

test("JSON parses", () => {
  for (const { code, at } of of("json")) assert.doesNotThrow(() => JSON.parse(code), at);
});

const [tool, declaration] = blocksOf("README.md").filter(({ language }) => language === "json").map(({ code }) => code);

test("the declaration at the top of the README is that of its tool", () => {
  assert.equal(`${transformText(tool, { indent: 2 })}\n`, declaration);
});

for (const page of new Set(of("js").map(({ page }) => page))) {
  test(`programs compile: ${page}`, () => {
    const own = of("js").filter((block) => block.page === page);
    const programs = Object.fromEntries(own.map(({ code, at }) => [`${at.replace(/\W/g, "-")}.mts`, code]));
    assert.equal(complaints(programs), "");
  });
}

const REDIRECT = join(here, "to-stand-in.mjs");

describe("programs of the package's page run", async () => {
  const gemini = await standIn();
  const folder = project();
  after(async () => {
    rmSync(folder, { recursive: true });
    await gemini.stop();
  });
  const keys = { GEMINI_API_KEY: "none", GOOGLE_API_KEY: "none", GOOGLE_GENERATIVE_AI_API_KEY: "none" };
  const env = { ...process.env, ...keys, STAND_IN: gemini.url };
  // Where `npx` finds the servers.
  const cwd = join(here, "../servers");

  // The address of a file is for bundlers.
  const programs = of("js").filter(({ page, code }) => page === "crate/wasm/README.md" && !code.includes("?url"));
  for (const { code, at } of programs) {
    test(at, async () => {
      const program = join(folder, `${at.replace(/\W/g, "-")}.mjs`);
      writeFileSync(program, code);
      await gemini.forget();
      const { stdout } = await promisify(execFile)(process.execPath, ["--import", REDIRECT, program], { cwd, env, timeout: 60_000 });
      const requests = await gemini.requests();
      assert.deepEqual(requests.filter(({ status }) => status !== 200), []);
      // What the model called, the server answered.
      if (requests.length > 0) assert.match(`${stdout}${requests.at(-1).text}`, /The sum of 2 and 3 is 5/);
    });
  }
});

test("what the package declares fits what clients declare", () => {
  assert.equal(complaints({ "types.mts": readFileSync(join(here, "types.mts"), "utf8") }), "");
});

describe("commands", { skip: PROGRAM === undefined && "the program is not built" }, () => {
  const run = (command, folder) => {
    const env = { ...process.env, PATH: [dirname(PROGRAM), process.env.PATH].join(delimiter) };
    return spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8", env });
  };
  const folder = mkdtempSync(join(tmpdir(), "lapidary-docs-"));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "tools.json"), tool);
  writeFileSync(join(folder, "tools.jsonl"), `${JSON.stringify(JSON.parse(tool))}\n`);
  const [{ codec }] = transform(tool, { mode: "round-trip" }).tools;
  const call = { name: "read_files", args: { files: [{ path: "a" }] } };
  writeFileSync(join(folder, "calls.jsonl"), `${JSON.stringify({ codec, call })}\n`);

  // What is written under `tests` runs in an environment of its own.
  for (const { code, at } of of("sh").filter(({ page }) => !page.startsWith("tests/"))) {
    for (const line of code.split("\n").filter((line) => line.startsWith("lapidary "))) {
      test(`${at}: ${line}`, () => {
        const { status, stdout, stderr } = run(line, folder);
        // 1 says that a tool is not compatible, and this one is not.
        assert.ok(status === 0 || (status === 1 && /check|diff/.test(line)), `${status}: ${stderr}`);
        assert.ok(stdout.length > 0, stderr);
      });
    }
  }

  test("what the README shows of `check` is what it prints", () => {
    const [{ code }] = blocksOf("README.md").filter(({ language }) => language === "text");
    assert.ok(run("lapidary check tools.json", folder).stdout.includes(code.trimEnd()), code);
  });
});

test("scripts that are named are there", () => {
  for (const { code, at } of of("sh")) {
    const scripts = code.match(/^scripts\/[\w/-]+/gm) ?? [];
    assert.deepEqual(scripts.filter((script) => !existsSync(join(ROOT, script))), [], at);
  }
});
