import { expect, test } from "vitest";
import type { Detail, Issue, Overview } from "../engine/protocol";
import { ofAll, verdict } from "./verdict";

const issue = (more: Partial<Issue>) => ({ severity: "error", subject: "", pointer: "", ...more }) as Issue;
const of = (issues: Issue[], more: Partial<Detail> = {}) => {
  const detail = { refused: issues.length > 0, issues, reader: "Gemini", transformed: {}, counts: { emptied: 0 }, ...more } as Detail;
  return verdict({ issues: [], tools: [{}], hasOutput: true } as unknown as Overview, detail, false).sentence;
};

test("a tool that is accepted keeps its bytes", () => {
  expect(of([])).toBe("Gemini accepts this tool unchanged.");
  expect(of([], { reader: "OpenAI" })).toMatch(/^OpenAI accepts/);
});

test("errors are counted, and said to be fixed", () => {
  const found = [issue({ subject: "a", refusal: "no" }), issue({ subject: "a" }), issue({ subject: "b" })];
  expect(of(found)).toBe("Gemini would reject this tool: 3 errors, all fixed; nothing is lost.");
});

test("what is only misread is not called rejected", () => {
  expect(of([issue({ subject: "a" })])).toMatch(/^Gemini would reject or misread this tool: 1 error, fixed;/);
});

test("costs are named, but not those that no model makes use of", () => {
  const cost = (more: Partial<Issue>) => issue({ severity: "warning", ...more });
  const idle = cost({ acceptsMore: "x", idle: true });
  expect(of([cost({ acceptsMore: "x" }), cost({ acceptsLess: "y" }), idle], { refused: false })).toBe(
    "Gemini accepts this tool; its declaration is looser in 1 place, stricter in 1 place.",
  );
  expect(of([idle], { refused: false })).toMatch(/nothing is lost/);
});

test("an object that models leave empty is a cost, though it accepts the same", () => {
  const counts = { emptied: 1 } as Detail["counts"];
  expect(of([], { counts })).toBe("Gemini accepts this tool; models leave 1 object empty.");
  expect(of([issue({ acceptsMore: "x", severity: "warning" })], { counts })).toMatch(
    /looser in 1 place, and models leave 1 object empty\.$/,
  );
});

test("beyond what a list holds, errors are not counted", () => {
  const found = [issue({ subject: "a", refusal: "no" }), issue({ subject: "b", unlisted: 99 })];
  expect(of(found)).toMatch(/: at least 2 errors, all fixed;/);
});

test("a tool that is omitted is not said to work", () => {
  expect(of([issue({})], { declaration: "" })).toBe("Gemini would reject this tool. It is omitted.");
  expect(of([], { declaration: "" })).toBe("This tool is omitted.");
});

test("where nothing can be declared, that is said", () => {
  const counts = (parameters: number) => ({ parameters, emptied: 0 }) as Detail["counts"];
  expect(of([issue({})], { transformed: null, counts: counts(1) })).toMatch(/none of its parameters could be declared\.$/);
  expect(of([issue({})], { transformed: null, counts: counts(0) })).toMatch(/: 1 error, fixed; nothing is lost\.$/);
});

test("of a schema that is known in part, the rest is not said to be accepted", () => {
  const { sign, sentence } = verdict(
    { issues: [], tools: [{}], hasOutput: true } as unknown as Overview,
    { issues: [], reader: "Gemini", transformed: {}, counts: { emptied: 0 }, partial: true } as unknown as Detail,
    false,
  );
  expect(sign).toBe("○");
  expect(sentence).toMatch(/^Only the running program knows all of this schema\./);
  expect(ofAll({ tools: [{ partial: true }, {}] } as unknown as Overview)).toMatch(/, 1 read in part\.$/);
});

test("of many tools it is said how many are rejected", () => {
  const tools = (refused: boolean[]) => ({ tools: refused.map((refused) => ({ refused })) }) as unknown as Overview;
  expect(ofAll(tools([false, true, false]))).toBe("3 tools: 1 rejected as written.");
  expect(ofAll(tools([false, false]))).toBe("2 tools: all accepted as written.");
});
