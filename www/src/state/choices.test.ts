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

test("what differs from the standard is counted", () => {
  expect(changed({ ...STANDARD, target: "auto" })).toBe(0);
  expect(changed({ ...STANDARD, hints: false, disable: [] })).toBe(1);
});
