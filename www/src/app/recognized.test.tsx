// The messages for texts that are not JSON for the engine.

import { renderToString as render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { recognize } from "../recognize";
import { readingOf } from "../recognize/reading";
import type { Overview } from "../engine/protocol";
import * as state from "../state/state";
import { Correction, Other, ReadFrom } from "./Recognized";

const NOTHING: Overview = { readAs: "", kind: null, tools: [], issues: [], hasOutput: false, milliseconds: 0 };

async function read(text: string): Promise<void> {
  const recognized = await recognize(text);
  const reading = recognized && readingOf(recognized, text);
  state.examination.value = { overview: { ...NOTHING, ...(reading && { reading }) }, detail: undefined };
}

test("a client's file leads to commands", async () => {
  await read('{"mcpServers":{"a":{"command":"npx","args":["-y","b c"]}}}');
  const html = render(<Other />);
  expect(html).toContain("This is a configuration of 1 MCP server.");
  expect(html).toContain("<code>lapidary check --config mcp.json</code>");
});

test("what is read is offered as JSON, with what is not read", async () => {
  await read("name: a\ninputSchema: { type: object }\nx: !Ref y\n");
  expect(state.other.value).toBeUndefined();
  const html = render(<ReadFrom />);
  expect(html).toContain("Show as JSON");
  expect(html).toMatch(/Line 3: .*<code>!Ref<\/code>/);
});

test("a correction is shown before it is made", async () => {
  await read('{"name": "a"\n "inputSchema": {"type": "object"}}');
  expect(state.other.value).toBeUndefined();
  const html = render(<Correction />);
  expect(html).toContain("<ins>{&quot;name&quot;: &quot;a&quot;,</ins>");
  expect(html).toContain("Correct the JSON");
});
