import { describe, expect, test } from "vitest";
import { schemas, transform } from "../engine/api";
import { pictureAsMarkdown } from "./markdown";
import { isChange } from "./marks";
import { type Row, each } from "./row";
import { draw } from "./rows";
import { counted, inWords } from "./summary";

type Mode = "drop-in" | "round-trip";

function picture(inputSchema: unknown, mode: Mode = "drop-in", target = "gemini"): Row {
  const text = JSON.stringify({ name: "tool", inputSchema });
  const [tool] = transform(text, { target, mode }).tools;
  const [found] = schemas(text, { target, mode }, undefined);
  return draw({
    original: found?.original,
    transformed: found?.transformed,
    codec: tool?.codec,
    issues: tool?.issues ?? [],
    emptied: tool?.emptied ?? [],
  }).root;
}

const object = (properties: Record<string, unknown>, more = {}) => ({ type: "object", properties, ...more });
const drawn = (root: Row) =>
  [...each(root)].slice(1).map(({ id, before, after, mark }) => `${id}: ${before?.type} → ${after?.type}, ${mark}`);
const find = (root: Row, id: string) => [...each(root)].find((row) => row.id === id);

describe("a parameter", () => {
  test("that only has another notation is casing only", () => {
    expect(drawn(picture(object({ a: { type: "string" } })))).toEqual(["a: string → string, casing"]);
  });

  test("that the target holds is unchanged", () => {
    expect(drawn(picture({ type: "OBJECT", properties: { a: { type: "STRING" } } }))).toEqual([
      "a: string → string, unchanged",
    ]);
  });

  test("may be named as what objects inherit", () => {
    const string = { type: "string" };
    const root = picture(object({ "a<": string, constructor: string, toString: string }), "round-trip");
    expect(root.children.map(({ name, coded }) => [name, coded])).toEqual([
      ["a<", undefined],
      ["constructor", undefined],
      ["toString", undefined],
    ]);
  });

  test("is found behind references and arrays", () => {
    const $defs = { D: object({ from: { type: "integer", exclusiveMinimum: 0 } }) };
    const root = picture(object({ days: { type: "array", items: { $ref: "#/$defs/D" } } }, { $defs }));
    expect(drawn(root)).toEqual([
      "days: array of objects → array of objects, rewritten",
      "days.from: integer → integer, rewritten",
    ]);
    expect(find(root, "days.from")?.before?.limits).toEqual(["> 0"]);
    expect(find(root, "days.from")?.after?.limits).toEqual(["≥ 1"]);
  });

  test("that may be null says so on both sides", () => {
    expect(drawn(picture(object({ a: { anyOf: [{ type: "integer" }, { type: "null" }] } })))).toEqual([
      "a: integer or null → integer or null, rewritten",
    ]);
  });

  test("that is a map is looser, or is re-encoded", () => {
    const schema = object({ env: { type: "object", additionalProperties: { type: "string" } } });
    expect(drawn(picture(schema))).toEqual(["env: map of strings → object, more"]);
    const coded = find(picture(schema, "round-trip"), "env");
    expect(coded?.mark).toBe("coded");
    expect(coded?.coded).toBe("sent as an array of keys and values");
  });

  test("that no name can be given to is left out", () => {
    expect(find(picture(object({ "": { type: "string" }, a: { type: "string" } })), "")?.name).toBe("");
    expect(drawn(picture(object({ a: { type: "string" }, "": { type: "string" } }))).at(-1)).toMatch(/, gone$/);
  });

  test("keeps its own name where another one is sent", () => {
    const root = picture(object({ "": { type: "string" } }), "round-trip");
    expect(drawn(root)).toHaveLength(1);
    expect(find(root, "")?.after).toBeDefined();
  });

  test("that contains itself is drawn once, with what its repetitions lose", () => {
    const $defs = { C: object({ parts: { type: "array", items: { $ref: "#/$defs/C" } } }) };
    const root = picture(object({ parts: { $ref: "#/$defs/C" } }, { $defs }));
    expect(drawn(root).map((line) => line.split(":")[0])).toEqual(["parts", "parts.parts"]);
    expect(root.worst).toBe("less");
  });

  test("with alternatives has a row for each, named by what tells them apart", () => {
    const kind = (name: string) => object({ kind: { const: name }, size: { type: "number" } }, { required: ["kind"] });
    const root = picture(object({ shape: { oneOf: [kind("circle"), kind("square")] } }));
    expect(find(root, "shape")?.children.map(({ name, parameter }) => [name, parameter])).toEqual([
      ['kind: "circle"', false],
      ['kind: "square"', false],
    ]);
  });
});

describe("an object of which no member is named", () => {
  const any = { type: "object", additionalProperties: true };
  const emptied = (schema: unknown, ...rest: [Mode?, string?]) =>
    [...each(picture(object({ a: schema }), ...rest))].filter((row) => row.emptied).map(({ id }) => id);

  test("is sent empty, unless it travels in another form", () => {
    for (const schema of [any, { type: "object" }, { type: "array", items: any }]) {
      expect(emptied(schema)).toEqual(["a"]);
      expect(emptied(schema, "round-trip")).toEqual([]);
    }
    expect(emptied(any, "drop-in", "vertex-ai")).toEqual([]);
    expect(emptied({ type: "object" }, "drop-in", "gemini-json-schema")).toEqual([]);
  });

  test("may have been meant to be empty", () => {
    expect(emptied({ type: "object", properties: {}, additionalProperties: false })).toEqual([]);
    expect(emptied(object({ b: { type: "string" } }, { additionalProperties: true }))).toEqual([]);
  });
});

test("an alternative that nothing fits is none", () => {
  const optional = { anyOf: [{ anyOf: [{ not: {} }, { type: "number" }] }, { type: "null" }] };
  expect(find(picture(object({ a: optional })), "a")?.before?.type).toBe("number or null");
});

describe("the picture of a tool", () => {
  const schema = object({
    a: { type: "string" },
    b: { type: "integer", multipleOf: 2 },
    c: object({ d: { enum: [1, 2] } }),
  });

  test("has every finding on some row", () => {
    const text = JSON.stringify({ name: "tool", inputSchema: schema });
    const found = transform(text, { target: "gemini", mode: "drop-in" }).tools[0]?.issues.length ?? 0;
    const told = new Set([...each(picture(schema))].flatMap(({ issues }) => issues));
    expect(told.size).toBe(found);
  });

  test("shows the gravest mark of what is folded", () => {
    expect(isChange(find(picture(schema), "c")?.worst ?? "unchanged")).toBe(true);
  });

  test("is one sentence", () => {
    expect(inWords(counted(picture(schema)))).toBe("4 parameters: 2 casing only, 1 rewritten, 1 looser");
    expect(inWords(counted(picture(object({}))))).toBe("no parameters");
  });

  test("is cut where nobody would look any more, and says so", () => {
    const many = object(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`p${at}`, {}])));
    const { root, cut } = draw({ original: many, transformed: many, codec: undefined, issues: [], emptied: [] });
    expect([...each(root)].length).toBeLessThan(2_100);
    expect(cut).toBe(true);
  });

  test("ends, whatever the schemas are", () => {
    for (const odd of [
      null,
      5,
      "x",
      [],
      true,
      { $ref: "#" },
      { properties: { a: { $ref: "#" } } },
      { items: [{}] },
      { anyOf: "x" },
    ]) {
      const { root } = draw({ original: odd, transformed: odd, codec: undefined, issues: [], emptied: [] });
      expect([...each(root)].length).toBeGreaterThan(0);
    }
  });
});

test("a picture is a table, too", () => {
  const kind = (name: string) => object({ kind: { const: name } }, { required: ["kind"] });
  const schema = object({ a: { type: "integer", exclusiveMinimum: 0 }, b: { oneOf: [kind("x|y"), kind("z")] } });
  expect(pictureAsMarkdown(picture({ ...schema, required: ["a"] }))).toBe(
    [
      "| parameter | type | required | limits | change |",
      "|---|---|---|---|---|",
      "| `a` | integer | required | > 0 → ≥ 1 | rewritten |",
      "| `b` | 2 kinds of object | optional |  | rewritten |",
      '| `b`, kind: "x\\|y" | object |  |  | casing only |',
      "| `b.kind` | always x\\|y | required |  | rewritten |",
      '| `b`, kind: "z" | object |  |  | casing only |',
      "| `b.kind` | always z | required |  | rewritten |",
    ].join("\n"),
  );
  expect(pictureAsMarkdown(picture(object({})))).toBe("No parameters.");
});
