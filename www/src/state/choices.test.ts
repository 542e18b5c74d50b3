import { expect, test } from "vitest";
import { changed, choicesFrom, STANDARD } from "./choices";

test("choices from outside are checked one by one", () => {
  expect(
    choicesFrom({
      target: "vertex-ai",
      mode: "sideways",
      hints: false,
      disable: ["GS001", 5],
      maxDepth: -1,
      onError: "omit",
      typeCase: "sideways",
      evil: true,
    }),
  ).toEqual({
    ...STANDARD,
    target: "vertex-ai",
    hints: false,
    onError: "omit",
  });
});

test("a model is what a model can be called", () => {
  const names = [
    "gemini-2.5-flash", "models/gemini-2.5-flash", "publishers/google/models/gemini-3-pro", "llama3:8b",
    "claude-sonnet-4@20250514", "google/gemini-2.5-pro:free",
  ];
  for (const model of names) expect(choicesFrom({ model }).model).toBe(model);
  const others = [
    'x"; touch /tmp/PWNED; : "', "$(id)", "`id`", "x'y", "a b", "a\nb", "a\n", "x\\", "../x", "a/../b", "a//b", "a/",
    "/a", "a?b", "a#b", "a%2fb", "größe", "\ud800", "", "x".repeat(200), 5,
  ];
  for (const model of others) expect(choicesFrom({ model })).toEqual(STANDARD);
});

test("what differs from the standard is counted", () => {
  expect(changed({ ...STANDARD, target: "auto" })).toBe(0);
  expect(changed({ ...STANDARD, hints: false, disable: [] })).toBe(1);
});
