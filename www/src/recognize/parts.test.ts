// Parts of documents, and documents in the form in which other programs pass them on.

import { expect, test } from "vitest";
import { recognize } from "./index";
import { read } from "./recognizing";

test("properties without a schema around them are those of an object", async () => {
  const properties = { city: { type: "string" }, unit: { type: "string", enum: ["c", "f"] } };
  const json = JSON.stringify(properties, null, 2);
  const yaml = "city: { type: string }\nunit:\n  type: string\n  enum: [c, f]\n";
  for (const text of [json, yaml, `const properties = ${json};`, `PROPERTIES = ${json}`, `at 10:00 ${json} came`]) {
    const found = await recognize(text);
    expect(found?.what, text).toMatch(/with properties alone, read as an object$/);
    expect(JSON.parse(found?.json?.text ?? "null"), text).toEqual({ type: "object", properties });
  }
  expect(await recognize('{"city": {"type": "string"}, "unit": "c"}')).toBeUndefined();
});

test("members without the braces around them are those of an object", async () => {
  const properties = { x: { type: "string", const: "q" } };
  const member = `"properties": ${JSON.stringify(properties)}`;
  for (const text of [member, `  ${member},\n`]) {
    expect(await read(text)).toEqual({ properties });
    const found = await recognize(text);
    const at = found?.json?.text.indexOf('"q"') ?? 0;
    expect(found?.json?.origin({ from: at, to: at + 3 })).toEqual({ from: text.indexOf('"q"'), to: text.indexOf('"q"') + 3 });
  }
  expect(await read('"x": {"type": "string", "const": "q"}')).toEqual({ type: "object", properties });
  expect(await read('"name": "f",\n"inputSchema": {"type": "object"}')).toMatchObject({ name: "f" });
});
