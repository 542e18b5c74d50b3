import { renderToString as render } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { RuleLine } from "../engine/protocol";
import { ByRule, ByTarget, ByTool } from "./views";

const RULE: RuleLine = { code: "GS001", pattern: "$ref", severity: "error", tools: 1, findings: 1 };

test("a table without rows says that nothing matches", () => {
  expect(render(<ByRule rules={[RULE]} query="read_files" />)).toContain("No rule matches.");
  expect(render(<ByRule rules={[RULE]} query="gs001" />)).not.toContain("matches.");
  expect(render(<ByTool tools={[]} query="x" />)).toContain("No tool matches.");
  expect(render(<ByTarget tools={[]} query="x" surveys={{}} targets={[]} />)).toContain("No tool matches.");
});
