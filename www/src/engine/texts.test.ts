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
