// Parts of documents, and documents in the form in which other programs pass them on.

import { expect, test } from "vitest";
import { recognize } from "./index";
import { read } from "./recognizing";

const TOOL = { name: "f", inputSchema: { type: "object", properties: { x: { type: "string", const: "q" } } } };
const PRETTY = JSON.stringify(TOOL, null, 2);

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

test.each<[how: string, text: string]>([
  ["quoted", PRETTY.replace(/^/gm, "> ")],
  ["quoted", `>\n${PRETTY.replace(/^/gm, ">")}\n`],
  ["with line numbers", PRETTY.split("\n").map((line, at) => `${String(at + 9).padStart(4)} ${line}`).join("\n")],
  ["with line numbers", PRETTY.split("\n").map((line, at) => `${at + 1}: ${line}`).join("\n")],
  ["escaped for HTML", PRETTY.replaceAll('"', "&quot;")],
  ["escaped for HTML", JSON.stringify(TOOL).replaceAll('"', "&#34;")],
  ["percent-encoded", encodeURIComponent(PRETTY)],
  ["in base64", btoa(PRETTY)],
  ["in base64", `${btoa(JSON.stringify([TOOL])).replace(/(.{40})/g, "$1\n")}\n`],
])("a tool that is %s is read", async (how, text) => {
  const found = await recognize(text);
  expect(found?.what).toBe(`JSON, ${how}`);
  expect([JSON.parse(found?.json?.text ?? "null") as unknown].flat()).toEqual([TOOL]);
});

test("places in quoted text are those in the text", async () => {
  const text = PRETTY.replace(/^/gm, "> ");
  const found = await recognize(text);
  const at = found?.json?.text.indexOf('"q"') ?? 0;
  expect(found?.json?.origin({ from: at, to: at + 3 })).toEqual({ from: text.indexOf('"q"'), to: text.indexOf('"q"') + 3 });
});

test("a message with a tool in a block that is quoted is read", async () => {
  const found = await recognize(`It says\n\n\`\`\`\n${PRETTY}\n\`\`\`\n`.replace(/^/gm, "> "));
  expect(JSON.parse(found?.json?.text ?? "null")).toEqual(TOOL);
});
