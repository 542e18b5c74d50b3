import { expect, test } from "vitest";
import type { Report } from "../engine/api";
import type { Issue } from "../engine/protocol";
import { grouped, statement } from "./group";
import { findingAsMarkdown, reportAsMarkdown } from "./markdown";
import { listUnder } from "./rules";
import { sarif } from "./sarif";

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

test("Markdown has names and texts as text", () => {
  const found = issue({ message: "`a`: <b>", fix: "a | b", help: "@all", pointer: "/`" });
  const text = findingAsMarkdown(found, "<img>", undefined);
  for (const written of ["**Tool `<img>`**: `` `a`: <b> ``", "Fix: a | b", "What to do: `@all`", "Path: `` /` `` ("]) {
    expect(text).toContain(written);
  }
  const report = { name: "[x](y)", target: "gemini", refused: true, issues: [found] };
  expect(reportAsMarkdown(report as Parameters<typeof reportAsMarkdown>[0])).toBe(
    [
      "## `[x](y)` for gemini",
      "As written, it would be rejected or misread.",
      "| | place | found | instead | rule |\n|---|---|---|---|---|\n| error | 1:1 | `` `a`: <b> `` | now a \\| b | GS005 |",
    ].join("\n\n"),
  );
});

test("the list under a heading, an entry a line", () => {
  expect(listUnder("In your server", "# x\n\n## In your server\n\n- one\n  more\n- two\n\n## Next\n\n- three")).toEqual(
    ["one more", "two"],
  );
});

test("SARIF has the rule of a finding, and a place for what has neither rule nor tool", () => {
  const rule = { code: "GS005", slug: "s", title: "t", summary: "u", severity: "error", docs: "https://h/r/blob/main/d.md" } as const;
  const unreadable = issue({ code: "invalid-json", severity: "info", fix: null, help: "Close it", line: 0, column: 0 });
  const tools = [{ name: "x", issues: [issue({ span: { start: 3, end: 5 } })] }];
  const log = sarif({ issues: [unreadable], tools } as unknown as Report, [rule], "1.2.3");
  const region = { startLine: 1, startColumn: 1 };
  expect(log).toMatchObject({
    runs: [
      {
        tool: { driver: { semanticVersion: "1.2.3", informationUri: "https://h/r" } },
        results: [
          { ruleId: "invalid-json", level: "note", message: { text: "`a`: no; Close it" } },
          { ruleIndex: 0, level: "error", message: { text: "`a`: no; fix: yes" } },
        ].map((result, at) => ({
          ...result,
          locations: [{ physicalLocation: { region: { ...region, charOffset: 3 * at, charLength: 1 + at } } }],
        })),
      },
    ],
  });
  expect(JSON.stringify(log)).toContain('"fullyQualifiedName":"x $.a"');
  expect(JSON.stringify(log)).not.toContain('"name":""');
});
