// Programs and JSON of what readers are given: programs compile as they stand, strictly and with the types of all
// clients, and those for clients and for JavaScript run. Commands are run by tests/site; Rust blocks are tests of the
// crate. The tests of docs/TESTING_YOUR_SERVER.md are run by testing-page.test.mjs and tests/servers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { transformText } from "../../crate/wasm/dist/index.js";
import { blocksOf, PAGES, ROOT } from "../site/blocks.mjs";
import { complaints, project } from "./compile.mjs";
import { standIn } from "./stand-in.mjs";

const here = import.meta.dirname;
const blocks = PAGES.flatMap(blocksOf);
const of = (language) => blocks.filter((block) => block.language === language);

test("every block is of a kind that is checked, here or elsewhere", () => {
  const kinds = new Set(blocks.map(({ language }) => language));
  // Settings and YAML are read by the commands of their page.
  const checked = ["js", "json", "sh", "console", "rust", "python", "toml", "yaml", "text"];
  assert.deepEqual([...kinds].filter((kind) => !checked.includes(kind)), []);
});

test("JSON parses", () => {
  for (const { code, at } of of("json")) assert.doesNotThrow(() => JSON.parse(code), at);
});

test("the declaration of the README is that of its tool", () => {
  const labeled = (label) => blocksOf("README.md").find((block) => block.label === label).code;
  assert.equal(transformText(labeled("tools.json")), JSON.stringify(JSON.parse(labeled("declaration"))));
});

/** A program that takes all that the READMEs name for clients. */
function named() {
  const rows = ["README.md", "crate/wasm/README.md"].flatMap((page) => {
    return [...readFileSync(join(ROOT, page), "utf8").matchAll(/^\|.*\| `(\w+)[^`]*` of `(lapidary[^`]*)`/gm)];
  });
  assert.ok(rows.length >= 11);
  return rows.map(([, name, module], index) => `export { ${name} as n${index} } from "${module}";\n`).join("");
}

const file = ({ at }, ending) => `${at.replace(/\W/g, "-")}.${ending}`;

test("programs compile, what the READMEs name is there, and what the package declares fits what clients declare", () => {
  // At once: nearly all that it takes is for the types of the clients.
  const programs = of("js").map((block) => [file(block, "mts"), block.code]);
  const types = readFileSync(join(here, "types.mts"), "utf8");
  assert.equal(complaints({ ...Object.fromEntries(programs), "named.mts": named(), "types.mts": types }), "");
});

const REDIRECT = join(here, "to-stand-in.mjs");

const RUN = ["crate/wasm/README.md", "docs/CLIENTS.md", "docs/JAVASCRIPT.md"];

describe("programs run", async () => {
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
  const programs = of("js").filter(({ page, code }) => RUN.includes(page) && !code.includes("?url"));
  for (const block of programs) {
    test(block.at, async () => {
      const program = join(folder, file(block, "mjs"));
      writeFileSync(program, block.code);
      await gemini.forget();
      const { stdout } = await promisify(execFile)(process.execPath, ["--import", REDIRECT, program], { cwd, env, timeout: 60_000 });
      const requests = await gemini.requests();
      assert.deepEqual(requests.filter(({ status }) => status !== 200), []);
      // The server answered the call of the model.
      if (requests.length > 0) assert.match(`${stdout}${requests.at(-1).text}`, /The sum of 2 and 3 is 5/);
    });
  }
});

test("scripts that are named are there", () => {
  for (const { code, at } of of("sh")) {
    const scripts = code.match(/^scripts\/[\w/-]+/gm) ?? [];
    assert.deepEqual(scripts.filter((script) => !existsSync(join(ROOT, script))), [], at);
  }
});
