import { expect, test } from "vitest";
import type { RuleLine, Surveyed } from "../engine/protocol";
import { byGravity, byHarm, outcomeOf } from "./order";

const tool = ({ emptied = 0, grows = 0, ...more }: Partial<Surveyed> & { emptied?: number; grows?: number }) =>
  ({
    leftOut: false, refused: false, errors: 0, warnings: 0, more: 0, less: 0,
    counts: { emptied }, sizes: { before: 100, after: 100 + grows }, ...more,
  }) as Surveyed;

test("an outcome is about the output, not about the tool as written", () => {
  const outcome = (given: Parameters<typeof tool>[0]) => outcomeOf(tool(given)).one;
  expect(outcome({})).toBe("accepted as written");
  expect(outcome({ refused: true, errors: 3 })).toBe("fixed");
  for (const cost of [{ more: 1 }, { less: 1 }, { emptied: 1 }]) expect(outcome(cost)).toBe("loses meaning");
  expect(outcome({ leftOut: true, refused: true })).toBe("rejected");
});

test("the most harmed tools come first, and equals stay in their order", () => {
  const tools = [
    tool({}), tool({ grows: 9 }), tool({ refused: true, errors: 2 }), tool({ more: 5 }), tool({ less: 1 }),
    tool({ emptied: 2 }), tool({ leftOut: true }), tool({}),
  ];
  expect(byHarm(tools)).toEqual([6, 5, 4, 3, 2, 1, 0, 7]);
});

test("the gravest rules come first, then those of most tools", () => {
  const rule = (code: string, severity: RuleLine["severity"], tools: number) =>
    ({ code, severity, tools, findings: tools, pattern: "" });
  const rules = [rule("a", "info", 9), rule("b", "error", 1), rule("c", "warning", 5), rule("d", "error", 2)];
  expect(byGravity(rules).map(({ code }) => code)).toEqual(["d", "b", "c", "a"]);
});
