import { expect, test } from "vitest";
import { linesOf, paired } from "./lines";

test("removed lines stand beside those that replace them", () => {
  const lines = linesOf(
    '--- a (source)\n+++ a (output)\n@@ -1,3 +1,2 @@\n {\n-  "a": 1\n-  "b": 2\n+  "c": 3\n   // moved here from #/$defs/X\n }',
  );
  expect(lines.map(({ kind }) => kind)).toEqual(["place", "same", "removed", "removed", "added", "moved", "same"]);
  expect(
    paired(lines)
      .map(({ left, right }) => [left?.text.trim(), right?.text.trim()])
      .slice(2, 4),
  ).toEqual([
    ['"a": 1', '"c": 3'],
    ['"b": 2', undefined],
  ]);
});
