import { expect, test } from "vitest";
import { type Tally, gainOf } from "./offer";

const of = (unchanged: number, whole: number, tokens = 9): Tally => ({ tools: 2, unchanged, whole, tokens });

test("what loses nothing is offered where something is lost", () => {
  expect(gainOf(of(0, 1), of(2, 2))).toBe("unchanged");
  expect(gainOf(of(0, 1), of(1, 2))).toBe("whole");
  expect(gainOf(of(0, 0), of(1, 1))).toBeUndefined();
  expect(gainOf(of(1, 2), of(2, 2))).toBeUndefined();
});

test("what is much smaller is offered unless it loses more", () => {
  expect(gainOf(of(0, 2, 3_000), of(0, 2, 1_000))).toBe("smaller");
  expect(gainOf(of(0, 2, 3_000), of(0, 1, 10))).toBeUndefined();
  expect(gainOf(of(0, 2, 3_000), of(0, 2, 2_000))).toBeUndefined();
  expect(gainOf(of(0, 2, 300), of(0, 2, 10))).toBeUndefined();
});
