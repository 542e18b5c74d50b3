// Several documents in one text, and documents in strings.

import { beforeAll, describe, expect, test } from "vitest";
import { recognize } from "./index";

// Parsers are loaded when they are needed, which is not what is tested.
beforeAll(async () => {
  await Promise.all([import("./syntax/code"), import("./syntax/yaml"), import("./correction")]);
}, 60_000);

const A = { name: "a", inputSchema: { type: "object", properties: { p: { type: "string", default: '{"x":1}' } } } };
const B = { name: "b", inputSchema: { type: "object", properties: { q: { const: "x" } } } };
const [a, b] = [JSON.stringify(A), JSON.stringify(B)];
const page = (tool: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [tool] } });
const sent = (tool: object) => JSON.stringify({ contents: [], tools: [{ functionDeclarations: [tool] }] });
const declared = (name: string) => ({ name, parameters: { type: "object", properties: { p: { default: "{}" } } } });
const REJECTED = `400 Unknown name "const" at 'tools[0].function_declarations[1].parameters': Cannot find field.`;

const toolsIn = async (text: string) =>
  (JSON.parse((await recognize(text))?.json?.text ?? "{}") as { tools?: unknown }).tools;

describe("the tools are one list", () => {
  test.each([
    ["below an error", `${REJECTED}\n${a}\n${b}\n`],
    ["in an event stream", `event: message\ndata: ${page(A)}\n\nevent: message\ndata: ${page(B)}\n`],
    ["in prose", `tool one: ${a} second: ${b}`],
    ["in a log that repeats them", `10:00 ${page(A)}\n10:01 ${page(A)}\n10:02 ${page(B)}\n`],
    ["escaped in a log", `10:00 body=${JSON.stringify(a)} end\n10:01 body=${JSON.stringify(b)} end\n`],
  ])("%s", async (_, text) => {
    expect(await toolsIn(text)).toEqual([A, B]);
    const found = (await recognize(text))!;
    expect(found.what).toMatch(/, in [23] places$/);
    expect(found.notes).toEqual([]);
    const json = found.json!;
    const from = json.text.indexOf('"const"');
    expect(text.slice(json.origin({ from, to: from }).from)).toMatch(/^\\?"const/);
  });

  test("of what Python printed", async () => {
    const printed = (name: string) => `INFO Tool(name='${name}', inputSchema={'type': 'object'}) once\n`;
    expect(await toolsIn(printed("c") + printed("d"))).toMatchObject([{ name: "c" }, { name: "d" }]);
  });

  test("of tools and declarations", async () => {
    expect(await toolsIn(`x ${JSON.stringify({ functionDeclarations: [declared("c")] })} y ${a}`)).toEqual([
      declared("c"),
      A,
    ]);
  });

  test("of requests in strings, whose own strings are unchanged", async () => {
    const entries = ["c", "d"].map((name) => ({ request: { postData: { text: sent(declared(name)) } } }));
    const text = JSON.stringify({ log: { entries } });
    expect(await toolsIn(text)).toEqual([declared("c"), declared("d")]);
    const { text: json, origin } = (await recognize(text))!.json!;
    const from = json.indexOf('"d"');
    expect(text.slice(origin({ from, to: from }).from)).toMatch(/^\\"d\\"/);
  });

  test("of a workflow with schemas in strings", async () => {
    const node = ({ name, inputSchema }: typeof A | typeof B) => ({
      parameters: { name, inputSchema: JSON.stringify(inputSchema) },
      type: "toolWorkflow",
      name: `Node ${name}`,
    });
    const nodes = [node(A), node(B), { parameters: {}, type: "start", name: "Start" }];
    expect(await toolsIn(JSON.stringify({ nodes, connections: {} }))).toEqual([A, B]);
  });
});

test("tools that only the running program knows are noted, in a log as well", async () => {
  const printed = (name: string, schema: string) => `INFO Tool(name='${name}', inputSchema=${schema}) once\n`;
  const note = (name: string) => ({
    text: `The schema of the tool \`${name}\` is known only when the program runs: the tool is omitted.`,
    unknown: "tool",
  });
  const [c, d] = [printed("c", "<class 'x.C'>"), printed("d", "{'type': 'object'}")];
  for (const [text, known] of [
    [c, undefined],
    [c + d, [{ name: "d" }]],
    [d + c, [{ name: "d" }]],
    [c + a, [{ name: "a" }]],
  ] as const) {
    const found = await recognize(text);
    expect(found?.notes, text).toMatchObject([note("c")]);
    expect(text.slice(found?.notes[0]?.at)).toMatch(/^Tool\(name='c'/);
    expect(found?.steps[0]?.command).toMatch(/^lapidary extract/);
    const json = found?.json && [JSON.parse(found.json.text)].flat();
    if (known) expect(json).toMatchObject(known);
    else expect(json).toBeUndefined();
  }
});

describe("true, false and null of JSON are read", () => {
  const schema = { type: "object", properties: { e: { enum: ["x", null] }, f: { const: false }, t: true } };
  const tool = { name: "t", inputSchema: schema };
  const other = JSON.stringify({ id: 0, result: { capabilities: { tools: { listChanged: true } } } });
  test.each([
    ["in a session, line by line", `${other}\n${page(tool)}`],
    ["in a batch of requests", `{"key":"1","request":${JSON.stringify({ tools: [tool] })}}\n${other}`],
    ["in documents over several lines", [JSON.parse(other), tool].map((each) => JSON.stringify(each, null, 2)).join("\n")],
    ["behind a comma", `${other},\n${page(tool)}`],
    ["behind a name", `DEBUG: ${page(tool)}`],
  ])("%s", async (_, text) => {
    const found = await recognize(text);
    expect(found?.json?.text.replace(/\s/g, "")).toContain(JSON.stringify(schema));
    expect(found?.notes.filter((note) => note.unknown)).toEqual([]);
  });
});

test("the same tools twice are read as they stand there", async () => {
  expect(JSON.parse((await recognize(`10:00 ${page(A)}\n10:01 ${page(A)}\n`))!.json!.text)).toMatchObject({ id: 1 });
});

test("what is not read is noted", async () => {
  const noted = async (text: string) => (await recognize(text))?.notes;
  const schema = JSON.stringify(B.inputSchema);
  const unread = "The JSON that begins here is not read.";
  expect(await noted(`one ${a}\ntwo ${schema}\nthree {"id": 3}`)).toEqual([{ text: unread, at: a.length + 9 }]);
  expect(await noted(`one ${schema}\ntwo ${schema}`)).toEqual([{ text: unread, at: schema.length + 9 }]);
  expect(await noted(`one {"mcpServers": {"s": {"command": "x"}}} ${a}`)).toEqual([{ text: unread, at: 4 }]);
  const many = JSON.stringify(`{"name": "a"}`).concat("\n").repeat(50);
  expect(await noted(`10:00 ${JSON.stringify(a)}\n${many}`)).toEqual([
    { text: "The text is not read from here on: it is too long.", at: 7 + JSON.stringify(a).length + 49 * 20 + 1 },
  ]);
  for (const [text, at] of [
    [`${a}\n${b}\n${a.slice(0, -2)}`, a.length + b.length + 2],
    [`x ${a}\nx ${b}\nx ${a.slice(0, -2)}`, a.length + b.length + 8],
    [`x ${a}\nx {"tools":[${b.slice(0, -2)}`, a.length + 5],
    [`x ${a}\nx [\n  {"nam`, a.length + 5],
    [`x ${a}\nx {'name': 'b', 'inputSchema': {`, a.length + 5],
    [`see ["one and\n${a}\n{"name": "b", `, a.length + 15],
  ] as const)
    expect(await noted(text), text).toEqual([{ text: "What begins here is not read: it is broken.", at }]);
  const quoted = `10:00 ${JSON.stringify(a)}\n10:01 `;
  expect(await noted(quoted + JSON.stringify(b).slice(0, -6))).toEqual([
    { text: "The string that begins here is not read: it does not end.", at: quoted.length },
  ]);
  const prose = `[INFO] (see {x}) [1/2] {{y}} ["z"] {"it"} ${a}\n[WARN] Error({'code': 4}) [{x}] it's {`;
  expect(await noted(prose)).toEqual([]);
  for (const error of [`{"error": {"message": "Invalid\nJSON"}}`, `{"type":"error","error":{"x": "`, `{'error': {'a':`])
    expect(await noted(`400 ${a}\n${error}`)).toEqual([]);
  const broken = `sent {"tools": [${a}, ${b}, {"name"`;
  expect(await toolsIn(broken)).toEqual([A, B]);
  expect(await noted(broken)).toEqual([
    { text: "Of what begins here, only whole tools are read: it is broken.", at: 5 },
  ]);
});

test("what is lost of requests in a list of their tools is noted", async () => {
  const asking = JSON.stringify({
    contents: [],
    generationConfig: { responseSchema: { type: "OBJECT" } },
    tools: [{ functionDeclarations: [declared("c")] }],
  });
  const lost = "Only the tools are read, and not what is around them, such as this.";
  for (const text of [
    `one ${asking}\ntwo ${sent(declared("d"))}`,
    `one ${sent(declared("d"))}\ntwo ${asking}`,
    `const one = ${asking};\nconst two = ${sent(declared("d"))};`,
    JSON.stringify([{ request: { body: asking } }, { request: { body: sent(declared("d")) } }]),
  ]) {
    const { notes = [] } = (await recognize(text)) ?? {};
    const [note] = notes.filter((each) => each.text === lost);
    expect(text.slice(note?.at)).toMatch(/^\\?"generationConfig/);
    expect(await toolsIn(text)).toHaveLength(2);
  }
  const search = JSON.stringify({ tools: [{ functionDeclarations: [declared("c")] }, { googleSearch: {} }] });
  const text = `one ${search}\ntwo ${a}`;
  expect(await toolsIn(text)).toEqual([declared("c"), A]);
  expect((await recognize(text))?.notes).toEqual([{ text: lost, at: text.indexOf('{"googleSearch') }]);
  // The first request is read as it stands there.
  expect((await recognize(`one ${asking}\ntwo ${asking}`))?.notes).toEqual([]);
});

test("a call is no tool", async () => {
  const text = JSON.stringify({ error: { message: "Failed" }, call: '{"name":"a","parameters":{"q":"x"}}' });
  expect((await recognize(text))?.json).toBeUndefined();
});
