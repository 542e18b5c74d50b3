// Programs, and what they print: the tools that are written in them, and those that are known only when they run.

import { beforeAll, describe, expect, test } from "vitest";
import { recognize } from "./index";
import { noted, read } from "./recognizing";

// Parsers are loaded when they are needed, which is not what is tested.
beforeAll(async () => {
  await import("./syntax/code");
}, 60_000);

test("tools that Python prints are read, with the names of enumerations", async () => {
  const text =
    "meta=None nextCursor=None tools=[Tool(name='a', inputSchema={'type': 'object', 'properties': {'b': {'const': '<X.Y: \\'z\\'>'}}})]";
  expect(await read(text)).toEqual([
    { name: "a", inputSchema: { type: "object", properties: { b: { const: "<X.Y: 'z'>" } } } },
  ]);
  const declared =
    "FunctionDeclaration(name='a', parameters=Schema(type=<Type.OBJECT: 'OBJECT'>, properties={'b': Schema(type=<Type.STRING: 'STRING'>, enum=['x'])}))";
  expect(await read(declared)).toEqual({
    name: "a",
    parameters: { type: "OBJECT", properties: { b: { type: "STRING", enum: ["x"] } } },
  });
});

test("tools that Python prints with functions and classes are read, and these are noted", async () => {
  const schema = "{'type': 'object', 'properties': {'b': {'type': 'string', 'pattern': '<class \\'x\\'>'}}}";
  for (const [text, member, printed] of [
    ["StructuredTool(name='a', args_schema=S, coroutine=<function f.<locals>.g at 0x7f>)", "args_schema"],
    ["FunctionTool(name='a', params_json_schema=S, run=<bound method T.run of <x.T object at 0x7f>>)", "params_json_schema"],
    ["FunctionTool(name='a', parameters=S, fn=<function f at 0x7f>)", "parameters"],
    ["Tool(name='a', inputSchema=S, model=<class 'x.A'>)", "inputSchema"],
    ["Tool(name='a', inputSchema=S, client=<x.Client object at 0x7f>)", "inputSchema"],
  ].map(([text = "", member = ""]) => [text, member, /<.*>/.exec(text)?.[0] ?? ""] as const)) {
    const found = await recognize(`[${text.replace("=S", `=${schema}`)}]`);
    const shown = printed.length > 40 ? `${printed.slice(0, 39)}…` : printed;
    expect(found?.notes.map(({ text }) => text)).toEqual([`\`${shown}\` is known only when the program runs; omitted.`]);
    const properties = { b: { type: "string", pattern: "<class 'x'>" } };
    expect(JSON.parse(found?.json?.text ?? "")).toEqual([{ name: "a", [member]: { type: "object", properties } }]);
  }
  const found = await recognize(`[StructuredTool(name='a', args_schema=<class 'x.A'>)]`);
  expect(found?.notes[0]?.text).toMatch(/^The schema of the tool `a` is known only when/);
});

test("of several schemas in a program, those that are not read are noted", async () => {
  const schema = '{"type": "object", "properties": {"p": {"type": "string"}}}';
  expect(await noted(`A = ${schema}\nB = ${schema}\n`)).toEqual(["2: The schema that begins here is not read."]);
  const tool = (more: string) => `tool({ description: "d", inputSchema: jsonSchema(${schema})${more} })`;
  expect(await noted(`const a = ${tool("")};\nconst b = ${tool("")};`)).toEqual([
    "2: The schema that begins here is not read.",
  ]);
  const inputSchema = JSON.parse(schema) as unknown;
  expect(await read(`generateText({ tools: { a: ${tool("")}, b: ${tool(", run: f")} } });`)).toMatchObject({
    tools: [
      { name: "a", description: "d", inputSchema },
      { name: "b", description: "d", inputSchema },
    ],
  });
});

test("the tools of a program are one list", async () => {
  const text = `server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "a", inputSchema: { type: "object" } }],
}));
export const b = { name: "b", inputSchema: { type: "object" } };`;
  expect(await read(text)).toEqual({
    tools: [
      { name: "a", inputSchema: { type: "object" } },
      { name: "b", inputSchema: { type: "object" } },
    ],
  });
});

describe("code that is a schema only when it runs, and what it prints in part", () => {
  test.each([
    ["zod", 'server.registerTool("a", { inputSchema: { b: z.string() } }, async () => ({ content: [] }));'],
    ["zod", 'const tool = { name: "a", inputSchema: z.object({ b: z.string() }) };'],
    ["TypeBox", "const T = Type.Object({ a: Type.String() })"],
    ["pydantic", "class A(BaseModel):\n    b: int\n"],
    ["Node.js prints", "[ { name: 'a', inputSchema: { type: 'object', properties: [Object] } } ]"],
    ["Node.js prints", "Tools: [\n  { name: 'a', inputSchema: [Object], run: [AsyncFunction: run] }\n]"],
    ["Go code", 'tool := mcp.NewTool("a", mcp.WithString("b", mcp.Required()))'],
    ["Java code", 'new McpSchema.Tool("a", "b", schema)'],
    ["made when it runs", "@mcp.tool()\ndef a(b: int) -> int:\n    return b\n"],
  ])("%s", async (name, text) => {
    const found = await recognize(text);
    expect(found?.what).toContain(name);
    expect(found?.json).toBeUndefined();
    expect(found?.steps[0]?.command).toBeTruthy();
  });
});

describe("a tool whose schema only the running program knows", () => {
  const note = (name: string) => `The schema of ${name} is known only when the program runs: the tool is omitted.`;
  const schema = '{"type": "object", "properties": {"p": {"type": "string"}}}';
  test.each([
    ["node", `tools: [{ name: "a", inputSchema: zodToJsonSchema(Args) }, { name: "b", inputSchema: ${schema} }]`],
    ["node", `const a = { name: "a", inputSchema: ARGS };\nconst b = { name: "b", inputSchema: ${schema} };`],
    [
      "node",
      `const t = [{ type: "function", function: { name: "a", parameters: of(A) } },
        { type: "function", function: { name: "b", parameters: ${schema} } }];`,
    ],
    [
      "python3",
      `def tools():\n    return [Tool(name="a", inputSchema=A.schema()), Tool(name="b", inputSchema=${schema})]\n`,
    ],
  ])("is omitted beside others (%s)", async (program, text) => {
    const found = await recognize(program === "node" ? text.replace(/^(tools.*)$/, "f(() => ({ $1 }));") : text);
    expect(found?.notes).toMatchObject([{ text: note("the tool `a`"), unknown: "tool" }]);
    expect(found?.steps[0]?.command).toMatch(`lapidary extract --server '${program} server`);
    expect(found?.json?.text).toContain('"b"');
    expect(found?.json?.text).not.toContain('"a"');
  });

  test.each([
    ["zod", `f({ tools: [{ name: "a", inputSchema: z.object({}) }, { name: "b", inputSchema: ${schema} }] });`],
    ["TypeBox", `x = [{ name: "a", inputSchema: Type.Object({}) }, { name: "b", inputSchema: ${schema} }];`],
    ["Node.js", `[ { name: 'a', inputSchema: [Object] }, { name: 'b', inputSchema: ${schema} } ]`],
    [
      "a map",
      `generateText({ tools: {
        a: tool({ description: "d", inputSchema: z.object({}) }),
        b: tool({ description: "d", inputSchema: jsonSchema(${schema}) }),
      } });`,
    ],
    [
      "a map with parameters",
      `x = { a: { description: "d", parameters: z.object({}) }, b: { description: "d", parameters: ${schema} } };`,
    ],
    ["a map in Python", `T = {"a": {"description": "d", "input_schema": A.schema()}, "b": {"input_schema": ${schema}}}\n`],
  ])("hides none of the others, and is named (%s)", async (_, text) => {
    const found = await recognize(text);
    expect(found?.notes.map(({ text }) => text)).toEqual([note("the tool `a`")]);
    expect(found?.json?.text).toContain('"b"');
    expect(found?.json?.text).not.toContain('"a"');
  });

  test("hides no other if a part of it is known", async () => {
    const a = `{ name: "a", inputSchema: { type: "object", properties: { x: z.string() } } }`;
    const text = `f([${a}, { name: "b", inputSchema: ${schema}, run: () => z.string() }]);`;
    expect(await read(text)).toHaveLength(2);
    expect((await noted(text))?.[0]).toBe("1: `z.string()` is known only when the program runs; omitted.");
    expect((await recognize(`f([${a}]);`))?.what).toMatch(/^zod/);
  });

  test("is no tool by itself", async () => {
    for (const text of [
      'const a = { name: "a", description: "d", inputSchema: zodToJsonSchema(Args) };',
      "A = Tool(name='a', inputSchema=schema_of(A))\n",
    ]) {
      const found = await recognize(text);
      expect(found?.what).toBe("code whose schemas are known only when it runs");
      expect(found?.notes.map(({ text }) => text)).toEqual([note("the tool `a`")]);
      expect(found?.json).toBeUndefined();
    }
    expect((await recognize(`f([{ name: NAME, parameters: P }]);`))?.notes[0]?.text).toBe(note("a tool"));
  });

  test("has none if none is given", async () => {
    const text = `const t = [{ name: "a", inputSchema: undefined }, { name: "b", inputSchema: ${schema} }];`;
    expect(await read(text)).toHaveLength(2);
  });
});

test("tools are found within what Python printed", async () => {
  const tool = "Tool(name='a', description=\"it's\", inputSchema={'type': 'object', 'properties': {}})";
  const text = `INFO Response: ServerResult(root=ListToolsResult(meta=None, tools=[${tool}]))`;
  expect(await read(text)).toMatchObject({ tools: [{ name: "a", description: "it's" }] });
});

test("a list of which an item is unknown is omitted where it would mean something else", async () => {
  const unit = (items: string) => `{"type": "string", "enum": [${items}]}`;
  for (const [text, at] of [
    [`const tool = {name: "f", parameters: {type: "object", properties: {u: ${unit("...VALUES")}}}};`, "VALUES"],
    [`const tool = {name: "f", parameters: {type: "object", properties: {u: ${unit('RED, "b"')}}}};`, "RED"],
    [`TOOL = {"name": "f", "parameters": {"type": "object", "properties": {"u": ${unit("*VALUES")}}}}`, "VALUES"],
    [`TOOL = {"name": "f", "parameters": {"type": "object", "properties": {"u": ${unit('RED, "b"')}}}}`, "RED"],
  ] as const) {
    const found = await recognize(text);
    expect(JSON.parse(found?.json?.text ?? "null"), text).toEqual({
      name: "f",
      parameters: { type: "object", properties: { u: { type: "string" } } },
    });
    expect(found?.notes).toMatchObject([{ unknown: "value", at: text.indexOf(at) }]);
  }
});

test.each([
  ['from langchain.tools import tool\n\n@tool\ndef f(q: str) -> str:\n    """d"""\n', /args_schema/],
  ["class Q(TypedDict):\n    q: str\n", /TypeAdapter/],
  ["#[derive(Debug, Deserialize, JsonSchema)]\nstruct Query {\n    q: String,\n}\n", /schema_for!/],
  ['FunctionDeclaration f = FunctionDeclaration.builder().name("f").build();', /toJson/],
] as const)("%s leads to the schema that it makes", async (text, command) => {
  expect((await recognize(text))?.steps).toMatchObject([{ command: expect.stringMatching(command) as unknown }]);
});

test("code that begins with an attribute is no JSON", async () => {
  for (const text of ["@Injectable()\nclass A { b( }", "#[cfg(test)]\nmod tests {}"])
    expect((await recognize(text))?.what).toMatch(/^text without/);
});
