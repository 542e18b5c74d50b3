// Texts that people paste: each form of one tool is recognized and read as the same JSON.

import { beforeAll, describe, expect, test } from "vitest";
import { recognize } from "./index";
import { noted, read } from "./recognizing";

// Parsers are loaded when they are needed, which is not what is tested.
beforeAll(async () => {
  await Promise.all([import("./syntax/code"), import("./syntax/yaml"), import("./correction")]);
}, 60_000);

const TOOL = {
  name: "search",
  inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
};
const JSON_TEXT = JSON.stringify(TOOL);
const twice = JSON.stringify(JSON.stringify(TOOL));
const YAML = `# a tool
name: search
inputSchema:
  type: object
  properties:
    q: { type: string }
  required: [q]
`;

const SAME: Record<string, [text: string, what: RegExp]> = {
  YAML: [YAML, /^YAML$/],
  "YAML with aliases": [
    "base: &b\n  type: string\nname: search\ninputSchema:\n  type: object\n  properties:\n    q: *b\n  required: [q]\n",
    /^YAML$/,
  ],
  "a fenced block": [
    `Here is my tool:\n\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\n\nIt fails.`,
    /^a block of Markdown: JSON$/,
  ],
  "a fenced block of YAML": [`My tool\n~~~yaml\n${YAML}~~~\n`, /^a block of Markdown: YAML$/],
  "a block without an end": [`\`\`\`\n${JSON_TEXT}`, /^a block of Markdown: JSON$/],
  "JSON in a string": [JSON.stringify(JSON_TEXT), /^JSON, escaped once$/],
  "JSON in a string in a string": [twice, /^JSON, escaped once$|twice/],
  "escapes without quotes": [JSON_TEXT.replaceAll('"', '\\"'), /^JSON, escaped once$/],
  "JSON with comments": [`// mine\n${JSON_TEXT.replace("{", "{ /* a */ ")}`, /^JSON with comments or trailing commas$/],
  JSON5: [
    "{name: 'search', inputSchema: {type: 'object', properties: {q: {type: 'string'},}, required: ['q']}}",
    /^JSON with .*single quotes.*$/,
  ],
  "a module of TypeScript": [
    `import type { Tool } from "x";\nexport const search = {\n  name: "sea" + "rch",\n  inputSchema: { type: "object" as const, properties: { q: { type: "string" } }, required: ["q"] },\n} as const satisfies Tool;`,
    /JavaScript or TypeScript/,
  ],
  "export default": [`export default ${JSON_TEXT};`, /JavaScript or TypeScript/],
  "a dictionary": [
    "{'name': 'search', 'inputSchema': {'type': 'object', 'properties': {'q': {'type': 'string'}}, 'required': ('q',)}}",
    /^a Python literal$/,
  ],
  "a printed Tool": [
    "Tool(name='search', title=None, description=None, inputSchema={'type': 'object', 'properties': {'q': {'type': 'string'}}, 'required': ['q']}, outputSchema=None, annotations=None)",
    /^a Python literal$/,
  ],
  "Python code": [
    `from mcp import types\n\nSEARCH = types.Tool(\n    name="search",\n    inputSchema={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},\n)\n`,
    /^a literal in Python code$/,
  ],
  "a curl command": [
    `curl -X POST https://example.org/v1 \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON_TEXT}'`,
    /^the body of a curl command$/,
  ],
  "curl with double quotes": [`curl https://example.org --data "${JSON_TEXT.replaceAll('"', '\\"')}"`, /curl/],
  "curl with a heredoc": [`$ curl https://example.org -d @- <<'EOF'\n${JSON_TEXT}\nEOF\n`, /curl/],
  "curl as browsers copy it": [`curl 'https://example.org' --data-raw $'${JSON_TEXT}' --compressed`, /curl/],
  "curl with a variable": [
    `TOOL='${JSON_TEXT}'\ncurl https://example.org -H 'a: b' -d "$TOOL"`,
    /^the body of a curl command$/,
  ],
  "a session of Python": [
    `>>> tool = {\n...   "name": "search",\n...   "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},\n... }\n>>> send(tool)\nerror\n`,
    /literal/,
  ],
  "a PHP array": [
    "['name' => 'search', 'inputSchema' => array('type' => 'object', 'properties' => ['q' => ['type' => 'string']], 'required' => array('q'))]",
    /^a PHP array$/,
  ],
  "a program in PHP": [
    "<?php\n$tools = [\n  'name' => 'search',\n  'inputSchema' => ['type' => 'object', 'properties' => ['q' => ['type' => 'string']], 'required' => ['q']],\n];\n",
    /^a literal amid other text$/,
  ],
  "a Ruby hash": [
    '{:name=>"search", "inputSchema" => {:type=>"object", :properties=>{:q=>{:type=>"string"}}, :required=>["q"]}}',
    /^a Ruby hash$/,
  ],
  "a Ruby hash with words and symbols": [
    "TOOL = { name: 'search', 'inputSchema' => { type: :object, properties: { q: { type: :string } }, required: %w[q] } }.freeze",
    /^a Ruby hash$/,
  ],
  "the answer to curl": [
    `$ curl -s https://example.org/mcp \\\n  -d '{"method": "tools/list"}'\ndata: {"result": {"tools": [${JSON_TEXT}]}}\n`,
    /^the answer to a curl command: JSON amid other text$/,
  ],
  "the answer to curl without a body": [`curl https://example.org/tools\n${JSON_TEXT}\n`, /^the answer to a curl command$/],
  "the answer to curl with a heredoc": [
    `x\ncurl https://example.org -d @- <<EOF\n{"id": 1}\nEOF\n\n${JSON_TEXT}\n`,
    /^the answer to a curl command$/,
  ],
  "an escaped body in a log": [
    `10:00:00 DEBUG request body="${JSON_TEXT.replaceAll('"', '\\"')}" status=400`,
    /^JSON, escaped once$/,
  ],
  "an event of a stream": [`event: message\ndata: ${JSON_TEXT}\n\n`, /^JSON amid other text$/],
  "what Python printed in a log": [
    "10:00:00 INFO called Tool(name='search', title=None, inputSchema={'type': 'object', 'properties': {'q': {'type': 'string'}}, 'required': ['q']}) once",
    /^a literal amid other text$/,
  ],
  "a log line": [`2026-01-01 12:00:00 DEBUG sending ${JSON_TEXT} to server`, /^JSON amid other text$/],
};

describe("the same tool as", () => {
  test.each(Object.entries(SAME))("%s", async (name, [text, what]) => {
    const found = await recognize(text);
    expect(found?.what).toMatch(what);
    const read = JSON.parse(found?.json?.text ?? "null") as Record<string, unknown> & { result?: { tools: [typeof TOOL] } };
    const value: Record<string, unknown> = read.result?.tools[0] ?? read;
    delete value["base"];
    expect(value, name).toEqual(TOOL);
    expect(found?.notes).toEqual([]);
  });
});

test("what a finding is about is found in the text that was pasted", async () => {
  for (const [name, [text]] of Object.entries(SAME)) {
    const found = await recognize(text);
    const json = found!.json!;
    const from = json.text.indexOf('"required"');
    const { from: at, to } = json.origin({ from, to: json.text.indexOf("]", from) + 1 });
    expect(text.slice(at, to), name).toMatch(/^\W*required[^]*q/);
    expect(text.slice(at, to).length, name).toBeLessThan(30);
  }
});

describe("what is not read is noted with its line", () => {
  test("in Python", async () => {
    const text = `{
  'name': 'a',
  'inputSchema': {'type': 'object', 'properties': {
    'b': {'type': 'string', 'default': DEFAULT},
    'c': {'type': 'number', 'maximum': float('inf')},
    1: {'type': 'string'},
    **more,
  }},
}`;
    expect(await noted(text)).toEqual([
      "4: `DEFAULT` is known only when the program runs; omitted.",
      "5: `float('inf')` is known only when the program runs; omitted.",
      "6: `1` is no text; as a name it is one in JSON.",
      "7: `more` is known only when the program runs; omitted.",
    ]);
  });

  test("in JavaScript", async () => {
    const text = `const tool = {
  name: "a",
  description: \`made at \${now}\`,
  parameters: { type: "object", properties: { b: { type: Type.STRING, maxLength: LIMIT }, ...more } },
  execute: async () => { return { ok: true } },
};`;
    expect(await noted(text)).toEqual([
      "3: `'made at ${now}'` is known only when the program runs; omitted.",
      "4: `LIMIT` is known only when the program runs; omitted.",
      "4: `...more` is known only when the program runs; omitted.",
      "5: `async () => { return { ok: true } }` is known only when the program runs; omitted.",
    ]);
    expect(await read(text)).toMatchObject({ parameters: { properties: { b: { type: "STRING" } } } });
  });

  test("in YAML", async () => {
    expect(await noted(`${YAML}x: !Ref y\nbig: .inf\n---\nname: other\n`)).toEqual([
      "8: The tag `!Ref` is not read.",
      "9: `.inf` is no number in JSON; read as null.",
      "11: Only the first document of the YAML is read.",
    ]);
  });

  test("in Markdown", async () => {
    expect(await noted("```sh\nnpm i\n```\n```json\n" + JSON_TEXT + "\n```\n")).toEqual(["2: This block is not read."]);
    const config = JSON.stringify({ mcpServers: { a: { command: "x" } } });
    const two = (second: string) => ["```", config, "```", "```", second, "```", ""].join("\n");
    expect(await noted(two(config))).toEqual(["5: This block is not read."]);
    expect(await noted(two(JSON_TEXT))).toEqual(["2: This block is not read."]);
  });
});

test("values keep their digits, and names mean nothing", async () => {
  const text =
    "{'name': 'a', 'inputSchema': {'type': 'object', 'properties': {'__proto__': {'maximum': 12345678901234567890}, 'constructor': {'minimum': 1.0}}}}";
  const json = (await recognize(text))?.json?.text;
  expect(json).toContain('"__proto__": {"maximum": 12345678901234567890}');
  expect(json).toContain('"minimum": 1.0');
  const yaml = (await recognize("type: object\nproperties:\n  __proto__: {maximum: 1.0}\n  a: 0x1F\n"))?.json?.text;
  expect(yaml).toContain('"__proto__": {"maximum": 1.0}');
  expect(yaml).toContain('"a": 31');
});

describe("an error of an API", () => {
  test.each([
    `[400 Bad Request] Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    `{"error": {"code": 400, "message": "Invalid JSON payload", "status": "INVALID_ARGUMENT"}}`,
    `[{\n  "error": {\n    "code": 400,\n    "message": "x"\n  }\n}\n]`,
    `{"type":"error","error":{"type":"invalid_request_error","message":"tools.0.custom.input_schema: JSON schema is invalid"}}`,
    `google.genai.errors.ClientError: 400 INVALID_ARGUMENT. {'error': {'code': 400, 'message': 'x', 'status': 'INVALID_ARGUMENT'}}`,
    `Error: $ref cannot have keywords {'description'}.`,
    "parse: error parsing grammar: unknown escape at \\d",
    "tools: Tool names must be unique.",
    "Invalid 'tools': array too long. Expected an array with maximum length 128",
    `Traceback (most recent call last):\n  File "a.py", line 3\nopenai.BadRequestError: Error code: 400 - {'error': {'message': "Invalid schema for function 'a'"}}`,
  ])("%s", async (text) => {
    const found = await recognize(text);
    expect(found?.what).toBe("an error of an API");
    expect(found?.complaint).toBeTruthy();
  });

  test("comes along with the tools that stand in the same text", async () => {
    const found = await recognize(`It says INVALID_ARGUMENT.\n\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\n`);
    expect(found?.json).toBeDefined();
    expect(found?.complaint).toContain("INVALID_ARGUMENT");
  });

  test.each(["400 is a number: of apples", "tools: none", "Bad Request", "[foo bar]", "hello", "name: x"])(
    "is not %s",
    async (text) => expect((await recognize(text))?.complaint).toBeUndefined(),
  );
});

test("what is nothing else is text, and says what can be pasted", async () => {
  for (const text of ["why does my tool fail?", "def f(:\n", "additionalProperties", "Ünicode"]) {
    const found = await recognize(text);
    expect(found?.what).toMatch(/^text without/);
    expect(found?.steps.at(-1)?.command).toMatch(/^lapidary extract/);
  }
  expect((await recognize("$ref"))?.steps[0]?.command).toBe("lapidary explain '$ref'");
  for (const text of ['{"a', "[", "1", '"a"']) expect((await recognize(text))?.what ?? "").not.toMatch(/^text/);
});

describe("broken JSON", () => {
  test("is corrected on demand, with the lines that differ", async () => {
    const found = await recognize('{"name": "a"\n "inputSchema": {"type": "object"}');
    expect(found?.json).toBeUndefined();
    expect(found?.correction).toEqual({
      text: '{"name": "a",\n "inputSchema": {"type": "object"}}',
      count: 2,
      lines: [
        { line: 1, before: '{"name": "a"', after: '{"name": "a",' },
        { line: 2, before: '"inputSchema": {"type": "object"}', after: '"inputSchema": {"type": "object"}}' },
      ],
    });
  });

  test("is not made of what is something else", async () => {
    expect((await recognize("[2026-01-01] starting the server"))?.correction).toBeUndefined();
    expect((await recognize("Tool(name='a'"))?.correction).toBeUndefined();
  });
});

test("a part of broken JSON is no document by itself", async () => {
  const whole = `{"name": "a",\n "inputSchema": {"type": "object", "properties": {"b": {"const": 1}}}`;
  const found = await recognize(whole);
  expect(found?.json).toBeUndefined();
  expect(found?.correction?.text).toBe(`${whole}}`);
  expect((await recognize(`10:00:00 DEBUG sending ${whole}`))?.json).toBeUndefined();
  // A tool in a list that breaks off is one.
  expect(await read(`10:00:00 DEBUG sending {"tools": [${JSON_TEXT}, {"name"`)).toEqual(TOOL);
});
