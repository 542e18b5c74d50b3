// What a text is, for the engine and for what recognizes other texts.

import { expect, test } from "vitest";
import { Document } from "./document";

const CHOICES = { target: "gemini", mode: "drop-in" } as const;
const overviewOf = async (document: unknown) =>
  (await Document.of(typeof document === "string" ? document : JSON.stringify(document), CHOICES)).overview();

test("what is no schema is not declared as one", async () => {
  for (const [document, what] of [
    [{ type: "error", error: { type: "invalid_request_error", message: "tools.0: Field required" } }, /an error/],
    [{ message: "The value at toolConfig.tools.0.toolSpec.inputSchema.json is invalid" }, /an error/],
    [{ detail: [{ type: "missing", loc: ["body"], msg: "Field required" }] }, /an error/],
    [{ $schema: "https://opencode.ai/config.json", mcp: { a: { type: "local", command: ["x"] } } }, /1 MCP server/],
    [{ name: "a/b", packages: [{ registryType: "npm", identifier: "b" }] }, /1 MCP server/],
    [{ command: "npx -y a" }, /1 MCP server/],
    [{ path: "/tmp", limit: 10 }, /without a keyword of JSON Schema/],
    [{ version: 1, arguments: { is: "map" } }, /a codec/],
    [{ functionCall: { name: "f", args: { path: "/tmp" } } }, /a model's call/],
  ] as const)
    expect(await overviewOf(document)).toMatchObject({
      reading: { what: expect.stringMatching(what) as unknown, isRead: false },
      kind: null,
      readAs: "",
      tools: [],
      issues: [],
      hasOutput: false,
    });
});

test("what the engine reads with certainty is not read otherwise", async () => {
  const error = { type: "string", default: '{"name":"b","inputSchema":{"type":"object"}}' };
  for (const document of [
    { type: "object", properties: { error, message: { type: "string" } } },
    { name: "a", inputSchema: { type: "object", properties: { error } } },
    { name: "a", description: "Unknown name" },
    { name: "t", strict: true, schema: { type: "object", properties: { p: {} } } },
    { name: "t", arguments: { type: "object", properties: { p: {} } } },
    { type: "string" },
    { minLength: 1 },
    {},
  ]) {
    const overview = await overviewOf(document);
    expect(overview.reading).toBeUndefined();
    expect(overview.tools).toHaveLength(1);
  }
});

test("plain JSON is no literal of a program", async () => {
  const schema = { type: "object", properties: { p: { type: "string" } } };
  for (const document of [
    { type: "json_schema", name: "t", strict: true, schema },
    { text: { format: { type: "json_schema", name: "t", schema } } },
    { settings: { schema } },
    [schema],
  ]) {
    const read = await Document.of(JSON.stringify(document), CHOICES);
    expect(read.overview()).toMatchObject({
      kind: "schema",
      reading: { what: "JSON with a schema deeper in it", notes: [{ line: 1 }] },
    });
    expect(read.schemas(0)?.original).toEqual(schema);
  }
});

test("tools in strings of other JSON are read", async () => {
  const text = JSON.stringify({ tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "object" } }] }] });
  const overview = await overviewOf({ log: { entries: [{ request: { postData: { text } } }] } });
  expect(overview.tools.map(({ name }) => name)).toEqual(["f"]);
});

test("each tool of JSON Lines has its declaration", async () => {
  const tool = (name: string) => JSON.stringify({ name, inputSchema: { type: "object", properties: { p: {} } } });
  const text = `\n${tool("a")}\n \n  ${tool("b")}\r\n`;
  const document = await Document.of(text, CHOICES);
  expect(document.overview()).toMatchObject({ reading: { what: "JSON Lines", notes: [] }, issues: [] });
  const detail = document.detail(1);
  expect(detail?.name).toBe("b");
  expect(detail?.declaration).toMatch(/^\{\n {2}"name": "b"/);
  const { from = 0, to = 0 } = detail?.input["p"] ?? {};
  expect([text.slice(from, to), text.indexOf('"p"', from + 1)]).toEqual(['"p":{}', -1]);
  expect(JSON.parse(document.declarations(undefined))).toMatchObject([{ name: "a" }, { name: "b" }]);
});

test("the values of JSON Lines may take several lines, behind a byte order mark", async () => {
  const tool = (name: string) => ({ name, inputSchema: { type: "object", properties: { p: {} } } });
  const [a, b] = [JSON.stringify(tool("a")), JSON.stringify(tool("b"))];
  const indented = JSON.stringify(tool("b"), null, 2);
  const page = JSON.stringify({ tools: [tool("b")] }, null, 2);
  for (const text of [
    `${a}\n${indented}`,
    `${indented.replace('"b"', '"a"')}\n\n${b}`,
    `\uFEFF${a}\n${b}`,
    `\uFEFF\n${a}\r\n${indented}\r\n`,
    `{"tools":[${a}]}\n${page}`,
  ]) {
    const document = await Document.of(text, CHOICES);
    expect(document.overview()).toMatchObject({ tools: [{ name: "a" }, { name: "b" }], issues: [] });
    expect(document.detail(1)?.declaration).toContain('"b"');
    const { from = 0, to = 0 } = document.detail(1)?.input["p"] ?? {};
    expect([text.slice(from, to), text.indexOf('"p"', to)]).toEqual([expect.stringMatching(/^"p": ?\{\}$/), -1]);
  }
});

test("a list with a function that is renamed has the places of its schema", async () => {
  const tools = '[{"name":"set tags","inputSchema":{"type":"object","properties":{"p":{"type":"string"}}}}]';
  const document = await Document.of(tools, CHOICES);
  expect(document.detail(0)?.declaration).toContain("set_tags_");
});

test("a schema of which a part is known only when the program runs is no whole schema", async () => {
  const tool = (name: string, properties: string, more = "") =>
    `{ name: "${name}", inputSchema: { type: "object", properties: ${properties} }${more} }`;
  const known = "{ p: { type: 'string' } }";
  const text = `const tools = [
    ${tool("a", "{ p: { maxLength: LIMIT, type: 'string' } }")}, ${tool("b", known, ", execute: async () => {}")},
    ${tool("c", "{ ...MORE }")}, ${tool("d", "PROPERTIES")}, ${tool("e", known)}];`;
  const document = await Document.of(text, CHOICES);
  const partial = [true, false, true, true, false];
  expect(document.overview().tools.map((each) => Boolean(each.partial))).toEqual(partial);
  expect(partial.map((_, index) => document.detail(index)?.partial)).toEqual(partial);
});
