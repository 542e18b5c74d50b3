import { expect, test } from "vitest";
import { elements, pretty } from "./elements";

test("elements are those of the text, letter by letter", () => {
  expect(elements('[{"a":1.0},"],[",[2,3]]')).toEqual(['{"a":1.0}', '"],["', "[2,3]"]);
  expect(elements('["\\"],", 1e400 ]')).toEqual(['"\\"],"', " 1e400 "]);
  expect(elements("[]")).toEqual([]);
  expect(elements('{"a":[1]}')).toEqual(['{"a":[1]}']);
});

test("an element is moved to the left margin", () => {
  expect(pretty('\n  {\n    "a": 1\n  }')).toBe('{\n  "a": 1\n}');
});
