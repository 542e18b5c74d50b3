// docs/TESTING_YOUR_SERVER.md: its test for vitest passes for a server that Gemini takes, and says what is wrong with
// one that it does not. tests/servers runs the one for pytest.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { project } from "./compile.mjs";

const { dirname } = import.meta;
const PAGE = readFileSync(join(dirname, "../../docs/TESTING_YOUR_SERVER.md"), "utf8");
const [, SNIPPET] = /^```js vitest\n(.*?)^```/ms.exec(PAGE);

const serving = (inputSchema) => `
  import { Server } from "@modelcontextprotocol/sdk/server/index.js";
  import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
  import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

  const server = new Server({ name: "s", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: "add", inputSchema: ${JSON.stringify(inputSchema)} }],
  }));
  await server.connect(new StdioServerTransport());
`;

let work;
before(() => {
  work = project();
  writeFileSync(join(work, "package.json"), '{ "type": "module" }');
  writeFileSync(join(work, "tools.test.js"), SNIPPET);
});
after(() => rmSync(work, { recursive: true }));

function vitest(inputSchema) {
  writeFileSync(join(work, "server.js"), serving(inputSchema));
  const program = join(dirname, "node_modules/vitest/vitest.mjs");
  return spawnSync(process.execPath, [program, "run", "--root", work], { cwd: work, encoding: "utf8" });
}

test("a server that Gemini takes passes", () => {
  const { status, stdout, stderr } = vitest({ type: "object", properties: { a: { type: "number" } }, required: ["a"] });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /1 passed/);
});

test("one that it does not take fails, with the rule and the place", () => {
  const a = { type: "number", exclusiveMinimum: 0 };
  const { status, stdout, stderr } = vitest({ type: "object", properties: { a } });
  assert.equal(status, 1);
  assert.match(stdout + stderr, /IncompatibleError.*\n.*GS014 at \/0\/inputSchema\/properties\/a\/exclusiveMinimum/);
});
