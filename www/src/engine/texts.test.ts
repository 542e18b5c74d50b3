import { expect, test } from "vitest";
import { combine } from "./texts";

const tool = (name: string) => `{"name":"${name}","inputSchema":{"minimum":1.0}}`;

test("the tools of several documents become one list, as they are spelled", () => {
  const texts = [
    tool("a"),
    `[${tool("b")}, ${tool("c")}]`,
    `{"tools":[${tool("d")}]}`,
    `{"jsonrpc":"2.0","id":1,"result":{"tools":[${tool("e")}]}}`,
    `${tool("f")}\n${tool("g")}\n`,
  ];
  const together = combine(texts);
  expect((JSON.parse(together) as { tools: { name: string }[] }).tools.map(({ name }) => name).join("")).toBe("abcdefg");
  expect(together.match(/1\.0/g)).toHaveLength(7);
});

test("one that is no JSON is told", () => {
  expect(() => combine([tool("a"), "{"])).toThrow(SyntaxError);
});
