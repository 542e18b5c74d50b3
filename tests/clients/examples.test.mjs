// Every example of the package, as its reader runs it, but against the stand-in, which GOOGLE_GEMINI_BASE_URL
// names. Each has the model call `get-sum` of the reference server with 2 and 3, and prints what the server answers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { standIn } from "./stand-in.mjs";

const EXAMPLES = new URL("../../crate/wasm/js/examples/", import.meta.url);
/** Where `npx` finds the servers. */
const SERVERS = fileURLToPath(new URL("../servers", import.meta.url));
const HOOKS = `data:text/javascript,${encodeURIComponent(`
  import { register } from "node:module";
  register(${JSON.stringify(new URL("examples-resolve.mjs", import.meta.url))});
`)}`;

const gemini = await standIn();
after(() => gemini.stop());

for (const name of readdirSync(EXAMPLES)) {
  test(`${name} runs, and is short`, async () => {
    const example = new URL(name, EXAMPLES);
    assert.ok(readFileSync(example, "utf8").split("\n").length <= 40);
    const before = (await gemini.requests()).length;
    const env = { ...process.env, GOOGLE_GEMINI_BASE_URL: gemini.url, GEMINI_API_KEY: "none", GOOGLE_API_KEY: "none" };
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", HOOKS, fileURLToPath(example)], { env, cwd: SERVERS });
    const requests = (await gemini.requests()).slice(before);
    assert.ok(requests.length > 0);
    assert.deepEqual(requests.filter(({ status }) => status !== 200), []);
    assert.match(stdout, /The sum of 2 and 3 is 5/);
  });
}
