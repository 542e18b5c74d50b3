import { expect, test } from "vitest";
import type { Issue } from "../engine/protocol";
import { grouped, statement } from "./group";
import { findingAsMarkdown } from "./markdown";
import { listUnder } from "./rules";

const issue = (change: Partial<Issue>): Issue => ({
  code: "GS005",
  pattern: "",
  severity: "error",
  subject: "a",
  message: "`a`: no",
  fix: "yes",
  help: "",
  acceptsMore: null,
  acceptsLess: null,
  pointer: "/a",
  path: "$.a",
  span: { start: 0, end: 1 },
  line: 1,
  column: 1,
  outputs: [],
  evidence: [],
  ...change,
});

test("equal findings are one, with all their places", () => {
  const found = grouped([issue({}), issue({ subject: "b", message: "`b`: no" }), issue({ fix: "perhaps" })]);
  expect(found.map(({ members }) => members)).toEqual([[0, 1], [2]]);
});

test("the gravest comes first: what the server names, then losses, then gains", () => {
  const list = [
    issue({ severity: "info", code: "1" }),
    issue({ acceptsMore: "x", code: "2" }),
    issue({ acceptsLess: "x", code: "3" }),
    issue({ refusal: "400", code: "4" }),
  ];
  expect(grouped(list).map(({ issue }) => issue.code)).toEqual(["4", "3", "2", "1"]);
});

test("a statement leaves the name to the one who shows it", () => {
  expect(statement(issue({}))).toBe("no");
  expect(statement(issue({ subject: "", message: "no" }))).toBe("no");
});

test("Markdown fences what has fences in it", () => {
  expect(findingAsMarkdown(issue({ refusal: "a ``` b" }), "t", { a: 1 })).toContain("````\na ``` b\n````");
});

test("the list under a heading, an entry a line", () => {
  expect(listUnder("In your server", "# x\n\n## In your server\n\n- one\n  more\n- two\n\n## Next\n\n- three")).toEqual(
    ["one more", "two"],
  );
});
