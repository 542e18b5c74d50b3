import { expect, test } from "vitest";
import { declarationOf, declarations, pretty } from "./declarations";
import { elements } from "./elements";

test("elements are those of the text, letter by letter", () => {
  expect(elements('[{"a":1.0},"],[",[2,3]]')).toEqual(['{"a":1.0}', '"],["', "[2,3]"]);
  expect(elements('["\\"],", 1e400 ]')).toEqual(['"\\"],"', " 1e400 "]);
  expect(elements("[]")).toEqual([]);
  expect(elements('{"a":[1]}')).toEqual(['{"a":[1]}']);
});

test("declarations are found in lists, in tools, in requests", () => {
  const [a, b] = ['{"name":"a","parameters":{"minimum":1.0}}', '{"name":"b"}'];
  expect(declarations(`[${a},${b}]`)).toEqual([a, b]);
  expect(declarations(`{"functionDeclarations":[${a},${b}]}`)).toEqual([a, b]);
  expect(declarations(`[{"functionDeclarations":[${a}]},{"functionDeclarations":[${b}]}]`)).toEqual([a, b]);
  expect(declarations(`{"contents":[],"tools":[{"googleSearch":{}},{"functionDeclarations":[${a},${b}]}]}`)).toEqual([
    a,
    b,
  ]);
  expect(declarations(a)).toEqual([a]);
});

test("a tool's declaration is the one of its name", () => {
  const [a, b] = ['{"name":"a"}', '{"type":"function","function":{"name":"b"}}'];
  expect(declarationOf([a, b], 0, "a")).toBe(a);
  expect(declarationOf([a, b], 2, "b")).toBe(b);
  expect(declarationOf(['{"type":"OBJECT"}'], 0, "")).toBe('{"type":"OBJECT"}');
  expect(declarationOf([a, b], 5, "c")).toBe("");
  expect(declarationOf([a], 0, "c")).toBe("");
});

test("an element is moved to the left margin", () => {
  expect(pretty('\n  {\n    "a": 1\n  }')).toBe('{\n  "a": 1\n}');
});
