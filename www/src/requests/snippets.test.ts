import { parseAst } from "vite";
import { describe, expect, test } from "vitest";
import { Document } from "../engine/document";
import type { Choices } from "../engine/protocol";
import { snippets } from "./snippets";

const TOOLS = JSON.stringify({
  tools: [
    {
      name: "read",
      description: 'Reads """ and `${x}` and \\ and </script>',
      inputSchema: { type: "object", properties: { a: { type: "integer", exclusiveMinimum: 0, default: 1.0 } } },
    },
    { name: "größe", inputSchema: { type: "object", properties: { m: { additionalProperties: {}, type: "object" } } } },
  ],
});
const BARE = JSON.stringify({ type: "object", properties: { a: { const: 1 } } });

function of(text: string, tool: number | undefined, choices: Choices): Record<string, string> {
  const document = new Document(text, choices);
  const [declarations, sources] = [document.declarations(tool), document.sources(tool)];
  const detail = document.detail(tool ?? 0)!;
  const found = snippets({ declarations, sources, detail, coded: document.coded(tool), choices });
  return Object.fromEntries(found.map(({ id, text }) => [id, text]));
}

const body = (curl: string) => JSON.parse(/<<'JSON'\n([^]*)\nJSON\n$/.exec(curl)![1]!) as { tools: never[] };
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe.each(["drop-in", "round-trip"] as const)("a request, %s", (mode) => {
  const choices: Choices = { target: "gemini", mode };

  test("carries the tool, or all of them, in every language", () => {
    for (const [tool, expected] of [
      [0, ["read"]],
      [undefined, ["read", "größe"]],
    ] as const) {
      const { curl, genai, langchain, "ai-sdk": aiSdk, python } = of(TOOLS, tool, choices);
      const [{ functionDeclarations }] = body(curl!).tools as unknown as [{ functionDeclarations: { name: string }[] }];
      expect(functionDeclarations).toHaveLength(expected.length);
      const literal = /json\.loads\(r"""([^]*?)"""\)/.exec(python!)![1]!;
      expect(names(JSON.parse(literal) as never)).toEqual(names(functionDeclarations));
      for (const program of [genai!, langchain!, aiSdk!]) {
        parseAst(program);
        for (const name of expected.filter((name) => name === "read")) expect(program).toContain(JSON.stringify(name));
      }
      for (const name of expected) expect(langchain).toContain(`"name": "${name}"`);
      for (const name of expected) expect(aiSdk).toContain(`"${name}": tool({`);
    }
  });

  test("says that calls have to be restored, and has what does it", () => {
    const restores = ({ curl, python }: Record<string, string>) =>
      [curl!, python!].map((text) => text.includes("lapidary restore --codecs"));
    const coded = mode === "round-trip";
    expect(restores(of(TOOLS, 0, choices))).toEqual([coded, coded]);
    // A name that is replaced has to be restored in any mode.
    for (const tool of [1, undefined]) expect(restores(of(TOOLS, tool, choices))).toEqual([true, true]);
    if (!coded) return;
    expect(of(TOOLS, 1, choices)["genai"]).toContain('"name": "größe"');
    expect(of(TOOLS, undefined, choices)["genai"]).toMatch(/"tools": \{\n    "read"/);
  });

  test("of a bare schema declares a function with it", () => {
    const [{ functionDeclarations }] = body(of(BARE, 0, choices).curl!).tools as unknown as [
      { functionDeclarations: { name: string; parameters: object }[] },
    ];
    expect(functionDeclarations).toMatchObject([{ name: "tool", parameters: { type: "OBJECT" } }]);
  });
});

test("for OpenAI carries functions", () => {
  const choices: Choices = { target: "openai-strict", mode: "drop-in" };
  for (const text of [TOOLS, BARE]) {
    expect(body(of(text, 0, choices).openai!).tools).toMatchObject([{ type: "function", function: { strict: true } }]);
  }
});
