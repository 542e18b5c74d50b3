import { parser } from "@lezer/python";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAst } from "vite";
import { afterEach, describe, expect, test, vi } from "vitest";
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
    expect(of(TOOLS, 0, choices)["genai"]!.includes("restoreCall(codec, call)")).toBe(coded);
    // A name that is replaced has to be restored in any mode.
    for (const tool of [1, undefined]) {
      expect(restores(of(TOOLS, tool, choices))).toEqual([true, true]);
      expect(of(TOOLS, tool, choices)["genai"]).toContain("restoreCall(codec, call)");
    }
    expect(of(TOOLS, 1, choices)["genai"]).toContain('"name": "größe"');
    if (!coded) return;
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

/** What the shell runs: the words after `curl`, its input, and the files that appeared. */
function run(command: string) {
  const cwd = mkdtempSync(join(tmpdir(), "lapidary-snippet-"));
  const stand = `gcloud() { printf token; }\ncurl() { printf '%s\\0' "$@"; cat; }\n`;
  const env = { PATH: process.env["PATH"], GOOGLE_CLOUD_PROJECT: "p 1", GEMINI_API_KEY: "k", OPENAI_API_KEY: "k" };
  const output = execFileSync("sh", ["-c", stand + command], { cwd, env, encoding: "utf8" });
  const files = readdirSync(cwd);
  rmSync(cwd, { recursive: true });
  const words = output.split("\0");
  return { url: words[0]!, headers: words.filter((_, at) => words[at - 1] === "-H"), body: words.at(-1)!, files };
}

/** What a program gives to what it imports, as JSON, in order. */
async function given(program: string): Promise<string[]> {
  const found: string[] = [];
  const own = { then: undefined, toJSON: () => "…", [Symbol.iterator]: () => [][Symbol.iterator]() };
  const stand: object = new Proxy(function () {}, {
    apply: (_, __, values) => (found.push(...values.map((value) => `${JSON.stringify(value)}`)), stand),
    construct: (_, values) => (found.push(...values.map((value) => `${JSON.stringify(value)}`)), stand),
    get: (_, name) => (Object.hasOwn(own, name) ? own[name as keyof typeof own] : stand),
  });
  const imports = /^import \{ (.*) \} from ".*";$/gm;
  const names = [...program.matchAll(imports)].flatMap(([, names]) => names!.split(", "));
  const run = new Function(...names, "console", `return (async () => {${program.replace(imports, "")}})();`);
  await run(...names.map(() => stand), { log() {} });
  return found;
}

const HOSTILE = [
  "x\"; touch PWNED; : \"", "'; touch PWNED; '", "$(touch PWNED)", "`touch PWNED`", "\nJSON\ntouch PWNED\n", "\r\n# x",
  '""" + exit(7) + r"""', '"); throw 7; ("', "${(() => { throw 7 })()}", "*/ throw 7 /*", "// x\nthrow 7", "\\", '\\"',
  "__proto__", "</script>",
];
const LISTED = HOSTILE.map((text) => ({
  name: text,
  description: text,
  inputSchema: JSON.parse(`{"type":"object","properties":{${JSON.stringify(text)}:{"type":"string"}}}`) as object,
}));

describe.each(["gemini", "vertex-ai"])("a hostile text for %s", (target) => {
  const text = JSON.stringify({ tools: LISTED });
  const cases = HOSTILE.flatMap((model, tool) => [
    { model, listed: LISTED, programs: of(text, undefined, { target, mode: "round-trip", model }) },
    { model, listed: LISTED.slice(tool, tool + 1), programs: of(text, tool, { target, mode: "drop-in", model }) },
  ]);

  test("runs no command", () => {
    for (const { model, programs } of cases) {
      const { url, headers, body, files } = run(programs["curl"]!);
      expect(files).toEqual([]);
      expect(url).toMatch(/^https:\/\/[\w.!~*'()/% -]*:generateContent$/);
      expect(decodeURIComponent(url)).toContain(`${model}:generateContent`);
      expect(headers).toHaveLength(2);
      expect(JSON.parse(body)).toHaveProperty("contents");
    }
  });

  test("is a value in JavaScript", async () => {
    for (const { model, listed, programs } of cases) {
      const { curl, genai, langchain, "ai-sdk": aiSdk } = programs;
      const request = (await given(genai!)).at(-1)!;
      const own = listed.map(({ inputSchema, ...tool }) => ({ ...tool, parametersJsonSchema: inputSchema }));
      const sent = target === "vertex-ai" ? [{ functionDeclarations: own }] : body(curl!).tools;
      expect(JSON.parse(request)).toMatchObject({ model, config: { tools: sent } });
      expect(request).toContain(JSON.stringify(sent));
      const bound = listed.map(({ inputSchema: schema, ...tool }) => ({ ...tool, schema }));
      expect(await given(langchain!)).toContain(JSON.stringify(bound));
      const passed = await given(aiSdk!);
      expect(passed).toContain(JSON.stringify(model));
      for (const { inputSchema } of listed) expect(passed).toContain(JSON.stringify(inputSchema));
      const { tools } = JSON.parse(passed.at(-1)!) as { tools: object };
      expect(Object.keys(tools)).toEqual(listed.map(({ name }) => name));
    }
  });

  test("is a value in Python", () => {
    for (const { model, programs } of cases) {
      const { curl, python } = programs;
      parser.parse(python!).iterate({ enter: ({ type }) => expect(type.isError).toBe(false) });
      expect(python).toContain(`\n    model=${JSON.stringify(model)},\n`);
      const [, literal] = /^declarations = json\.loads\(r"""([^]*?)"""\)$/m.exec(python!)!;
      const [{ functionDeclarations }] = body(curl!).tools as unknown as [{ functionDeclarations: object[] }];
      expect(JSON.stringify(JSON.parse(literal!))).toBe(JSON.stringify(functionDeclarations));
    }
  });
});

test("for Vertex AI gives the client the schemas of the servers, and adapts them behind it", () => {
  const { genai } = of(TOOLS, 1, { target: "vertex-ai", mode: "drop-in" });
  expect(genai).toContain('"parametersJsonSchema": {');
  expect(genai).toContain('"additionalProperties": {}');
  expect(genai).toMatch(/= withLapidary\(new GoogleGenAI\(.*\), \{ target: "vertex-ai" \}\);/);
  const auto = of(TOOLS, 1, { target: "auto", mode: "drop-in", surface: "vertex-ai" })["genai"];
  expect(auto).toMatch(/= withLapidary\(new GoogleGenAI\(.*\}\)\);/);
});

afterEach(() => vi.unstubAllEnvs());

test("for Vertex AI goes to Vertex AI, in every language", async () => {
  const place = { project: "p", location: "global" };
  vi.stubEnv("GOOGLE_CLOUD_PROJECT", place.project);
  const vertex: Choices = { target: "vertex-ai", mode: "drop-in", model: "gemini-3-pro" };
  for (const choices of [vertex, { ...vertex, target: "auto", surface: "vertex-ai" } as const]) {
    const { curl, genai, langchain, "ai-sdk": aiSdk, python } = of(TOOLS, 0, choices);
    const { url, headers } = run(curl!);
    expect(url).toMatch(/^https:\/\/aiplatform\.[^]*\/locations\/global\/publishers\/google\/models\/gemini-3-pro:/);
    expect(headers[0]).toBe("Authorization: Bearer token");
    expect(JSON.parse((await given(genai!))[0]!)).toEqual({ vertexai: true, ...place });
    expect(langchain).toContain('import { ChatVertexAI } from "@langchain/google-vertexai";');
    const { location, project: projectId } = place;
    expect(await given(langchain!)).toContain(
      JSON.stringify({ model: choices.model, location, authOptions: { projectId } }),
    );
    expect(aiSdk).toContain('import { createVertex } from "@ai-sdk/google-vertex";');
    expect(await given(aiSdk!)).toContain(JSON.stringify(place));
    const client = 'genai.Client(vertexai=True, project=os.environ["GOOGLE_CLOUD_PROJECT"], location="global")';
    expect(python).toContain(client);
    for (const program of [curl!, genai!, langchain!, aiSdk!, python!])
      expect(program).not.toMatch(/generativelanguage|GEMINI_API_KEY|@langchain\/google-genai|@ai-sdk\/google"/);
  }
});

test("has the path of a model that is named with its folder", () => {
  const url = (target: string, model: string) => run(of(BARE, 0, { target, mode: "drop-in", model })["curl"]!).url;
  expect(url("gemini", "models/a")).toMatch(/v1beta\/models\/a:generateContent$/);
  expect(url("gemini", "tunedModels/a")).toMatch(/v1beta\/tunedModels\/a:generateContent$/);
  expect(url("vertex-ai", "publishers/x/models/a@1")).toMatch(/global\/publishers\/x\/models\/a%401:generateContent$/);
});

test("a hostile text for OpenAI runs no command", () => {
  for (const tool of HOSTILE.keys()) {
    const { openai } = of(JSON.stringify({ tools: LISTED }), tool, { target: "openai-strict", mode: "round-trip" });
    expect(run(openai!).files).toEqual([]);
  }
});
