import { expect, test } from "vitest";
import { at, fromPath, join, parent, split } from "./pointer";
import { laidOut } from "./layout";

test("pointers are joined and split with their escapes", () => {
  expect(join("", "a/b", "c~d", 0)).toBe("/a~1b/c~0d/0");
  expect(split("/a~1b/c~0d/0")).toEqual(["a/b", "c~d", "0"]);
  expect([parent("/a/b"), parent("/a"), parent("")]).toEqual(["/a", "", undefined]);
});

test("a pointer finds a value, and nothing that is inherited", () => {
  expect(at({ a: [{ b: 1 }] }, "/a/0/b")).toBe(1);
  expect(at({}, "/toString")).toBeUndefined();
});

test("a path says the same as a pointer", () => {
  expect(fromPath("$")).toBe("");
  expect(fromPath("$['$defs'].Item.properties.a.anyOf[0]")).toBe("/$defs/Item/properties/a/anyOf/0");
  expect(fromPath("$['it\\'s \"x\"']")).toBe('/it\'s "x"');
});

test("what fits on a line stays on one", () => {
  expect(laidOut({ a: [1, 2], b: {} })).toBe('{ "a": [1, 2], "b": {} }');
  expect(laidOut({ long: "x".repeat(70), b: [] })).toBe(`{\n  "long": "${"x".repeat(70)}",\n  "b": []\n}`);
});
