// Mistakes in JSON and YAML: they are named or corrected, and nothing is read that the author did not mean.

import { expect, test } from "vitest";
import { recognize } from "./index";
import { noted } from "./recognizing";

const TOOL = '{"name": "f", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}';
const corrected = async (text: string) => JSON.parse((await recognize(text))?.correction?.text ?? "null") as unknown;

test("an ellipsis is no parameter and no value", async () => {
  for (const text of [
    TOOL.replace('{"type": "string"}', '{"type": "string"}, ...'),
    TOOL.replace('{"type": "string"}', '{"type": "string", ...}'),
  ]) {
    expect((await recognize(text))?.json, text).toBeUndefined();
    expect(await corrected(text), text).toEqual(JSON.parse(TOOL));
  }
  expect((await recognize(TOOL.replace('{"x"', '{..., "x"')))?.json).toBeUndefined();
  expect((await recognize("name: f\ninputSchema:\n  type: object\n  properties: { x: {type: string}, ... }\n"))?.json).toBeUndefined();
  const text = await recognize("name: f\ndescription: ...\ninputSchema: { type: object }\n");
  expect(JSON.parse(text?.json?.text ?? "null")).toMatchObject({ description: "..." });
});

test("typographic quotes are corrected, and are no letters of a name", async () => {
  for (const text of [
    TOOL.replace(/"/g, "“"),
    TOOL.replace(/"(\w+)"/g, "“$1”"),
    TOOL.replace('"f"', "“f”"),
    TOOL.replace('"name": "f"', "“name”: “f”"),
    TOOL.replace('"inputSchema"', "“inputSchema”"),
    TOOL.replace(/"(\w+)"/g, "‘$1’"),
  ]) {
    expect((await recognize(text))?.json, text).toBeUndefined();
    expect(await corrected(text), text).toEqual(JSON.parse(TOOL));
  }
  // Within text they are text.
  const text = await recognize(`const tool = ${TOOL.replace('"f"', '"f", description: "a “b”"')};`);
  expect(JSON.parse(text?.json?.text ?? "null")).toMatchObject({ description: "a “b”" });
});

test("a line break behind a string that is not closed is no part of it", async () => {
  const text = '{"name": "f", "inputSchema": {"type": "object", "properties": {"x": {"type": "arr';
  const closed = JSON.parse(`${text}"}}}}`) as unknown;
  for (const end of ["", "\n", "\r\n\n"]) expect(await corrected(`${text}${end}`)).toEqual(closed);
});

test("a single backslash is doubled, and no server is started without it", async () => {
  const config = (path: string) => `{"mcpServers": {"fs": {"command": "npx",\n "args": ["-y", "fs", "${path}"],}}}`;
  for (const path of [String.raw`C:\Users\me\notes`, String.raw`C:\users\me`, String.raw`C:\new\Bin`]) {
    const found = await recognize(config(path));
    expect(found?.what).toBe("JSON with single backslashes");
    expect(found?.steps).toEqual([]);
    expect(found?.correction?.text).toBe(config(path.replaceAll("\\", "\\\\")));
    expect(found?.correction?.lines).toMatchObject([{ line: 2 }]);
  }
  const pattern = String.raw`{"name": "f", "inputSchema": {"type": "string", "pattern": "^\d+\n"}}`;
  expect(await corrected(pattern)).toMatchObject({ inputSchema: { pattern: String.raw`^\d+\n` } });
  // JavaScript, and JSON as a model writes it into Markdown.
  for (const text of [String.raw`{name: "f\d", inputSchema: {}}`, String.raw`{"name": "a\_b", "inputSchema": {}}`])
    expect((await recognize(text))?.json).toBeDefined();
});

test("of YAML with mistakes it is said where they are", async () => {
  const text = "tools:\n  - name: f\n\tinputSchema:\n      type: object\n";
  const found = await recognize(text);
  expect(found?.what).toBe("YAML with mistakes");
  expect(found?.notes[0]?.text).toMatch(/[Tt]abs/);
  expect((await noted(text))?.[0]).toMatch(/^3: /);
  expect((await noted('mcpServers:\n  a:\n    args: ["C:\\Users"]\n'))?.[0]).toMatch(/^3: .*escape/);
  expect((await recognize("I have tools:\n\t- a\n"))?.what).toMatch(/^text without/);
});
