import { expect, test } from "vitest";
import { combine } from "./texts";

const CHOICES = { target: "gemini", mode: "drop-in" } as const;
const tool = (name: string) => `{"name":"${name}","inputSchema":{"minimum":1.0}}`;

test("the tools of several documents become one list, as they are spelled", async () => {
  const { text, texts } = await combine(
    [
      tool("a"),
      `[${tool("b")}, ${tool("c")}]`,
      `{"tools":[${tool("d")}]}`,
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[${tool("e")}]}}`,
      `${tool("f")}\n${tool("g")}\n`,
      `{"contents":[],"tools":[{"functionDeclarations":[{"name":"h","parameters":{"minimum":1.0}}]}]}`,
    ],
    CHOICES,
  );
  expect((JSON.parse(text) as { tools: { name: string }[] }).tools.map(({ name }) => name).join("")).toBe("abcdefgh");
  expect(text.match(/1\.0/g)).toHaveLength(8);
  expect(texts.every(({ unread, notes }) => unread === undefined && notes.length === 0)).toBe(true);
});

test("each is recognized as it is alone, and what is not read is reported", async () => {
  const yaml = "tools:\n  - name: a\n    inputSchema: { type: object }\n    x: !Ref y\n";
  const { text, texts } = await combine([yaml, "{", tool("b"), '{"mcpServers":{"s":{"command":"x"}}}'], CHOICES);
  expect(JSON.parse(text)).toMatchObject({ tools: [{ name: "a" }, { name: "b" }] });
  expect(texts).toMatchObject([
    { notes: [{ line: 4 }] },
    { unread: expect.stringMatching(/JSON/) as unknown },
    { notes: [] },
    { unread: "a configuration of 1 MCP server" },
  ]);
  expect((await combine(["{", "hello"], CHOICES)).text).toBe("");
});

test("the tools of lists on lines and in lists are taken", async () => {
  const page = (name: string) => `{"jsonrpc":"2.0","id":1,"result":{"tools":[${tool(name)}]}}`;
  const { text, texts } = await combine(
    [
      `${page("a")}\n${page("b")}\n`,
      `{"tools":[${tool("c")}]}\n{"tools":[${tool("d")}]}`,
      `[${page("e")},${page("f")}]`,
      `[{"function_declarations":[${tool("g")}]},{"type":"function","function":{"name":"h","parameters":{}}}]`,
      `\uFEFF${tool("i")}`,
    ],
    CHOICES,
  );
  const { tools } = JSON.parse(text) as { tools: { name?: string; function?: { name: string } }[] };
  expect(tools.map((each) => each.name ?? each.function?.name).join("")).toBe("abcdefghi");
  expect(text.match(/1\.0/g)).toHaveLength(8);
  expect(texts.every(({ unread, notes }) => unread === undefined && notes.length === 0)).toBe(true);
});

test("a text without a tool that has a name is not read", async () => {
  const schema = '{"type":"object","properties":{"p":{"type":"string"}}}';
  const { text, texts } = await combine(
    [
      schema,
      schema.replace("{", '{"name":"x",'),
      `{"contents":[],"config":{"tools":[{"functionDeclarations":[${tool("a")}]}]}}`,
      `{"model":"m","messages":[],"functions":[{"name":"f","parameters":${schema}}]}`,
      '{"contents":[],"tools":[{"googleSearch":{}}]}',
    ],
    CHOICES,
  );
  expect(text).toBe("");
  expect(texts).toEqual(Array(5).fill({ notes: [], unread: "it has no tool with a name" }));
});

test("what else is in a request is noted", async () => {
  const declared = `{"functionDeclarations":[${tool("a")}]}`;
  const { text, texts } = await combine(
    [
      `{"contents":[],\n"tools":[${declared},\n{"googleSearch":{}}]}`,
      `{"tools":[${declared}],\n"generationConfig":{"responseSchema":{}}}`,
      tool("b"),
    ],
    CHOICES,
  );
  expect(JSON.parse(text)).toMatchObject({ tools: [{ name: "a" }, { name: "a" }, { name: "b" }] });
  expect(texts.map(({ notes }) => notes.map(({ line }) => line))).toEqual([[3], [2], []]);
});
