// Requests and programs that are ready to send; the key stays a placeholder.

import type { Choices, Coded, Detail, Source } from "../engine/protocol";
import { quoted } from "../recognize/value/shell";
import { expression } from "./literals";
import { GEMINI, type Service, VERTEX } from "./services";

interface Snippet {
  id: string;
  title: string;
  file: string;
  text: string;
}

const MODEL = "gemini-3.5-flash";
const OPENAI_MODEL = "gpt-5-mini";

interface Material {
  /** The declarations as JSON text: that of the tool, or all. */
  declarations: string;
  /** The same tools as their servers describe them. */
  sources: Source[];
  detail: Detail;
  coded: Coded;
  choices: Choices;
}

export function snippets(material: Material): Snippet[] {
  if (material.detail.target === "openai-strict") return [openai(material)];
  const client = service(material) === VERTEX ? genaiOnVertex(material) : genai(material);
  return [curl(material), client, langchain(material), aiSdk(material), python(material)];
}

const modelName = ({ choices }: Material) => choices.model ?? MODEL;
/** As literals of JSON, JavaScript and Python. */
const model = (material: Material) => JSON.stringify(modelName(material));
const prompt = ({ detail }: Material) =>
  JSON.stringify(`Call ${detail.codec.declared ?? (detail.name || "the function")}.`);
const service = ({ choices: { target, surface } }: Material): Service =>
  (target === "auto" ? surface : target) === "vertex-ai" ? VERTEX : GEMINI;
const nested = (text: string, spaces: number) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** A comment on how to restore the calls of the model. */
const restoring = ({ coded }: Material) =>
  coded.count === 0
    ? ""
    : `# Calls have to be restored before they go to the server:
#   lapidary restore --codecs declared.jsonl call.json
# "Download with codec" saves declared.jsonl; a call is {"name": …, "args": …}.
`;

function curl(material: Material): Snippet {
  const body = `{
  "contents": [{ "role": "user", "parts": [{ "text": ${prompt(material)} }] }],
  "tools": [{ "functionDeclarations": ${nested(material.declarations, 2)} }]
}`;
  const { url, header } = service(material);
  const text = posted(material, url(modelName(material)), header, body);
  return { id: "curl", title: "curl", file: "request.sh", text };
}

/** A command with words of the shell, and with a body in which nothing is expanded. */
function posted(material: Material, url: string, header: string, body: string): string {
  return `${restoring(material)}curl ${url} \\
  -H ${header} \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<'JSON'
${body}
JSON
`;
}

function genai(material: Material): Snippet {
  const { coded, declarations } = material;
  const restores = coded.count > 0;
  return generating(material, {
    imports: restores ? 'import { restoreCall } from "lapidary";\n' : "",
    declared: `const functionDeclarations = ${expression(declarations)};
${restores ? `// Restores calls before they go to the server.\nconst codec = ${expression(json(coded.codec))};\n` : ""}`,
    client: `new GoogleGenAI(${service(material).genai})`,
    call: restores ? "restoreCall(codec, call)" : "call",
  });
}

const UNDECLARED = `The tools as their servers list them: schemas are adapted in each request, and calls are restored in each
// response.`;

/** For Vertex AI, declarations may have `additionalProperties` in `parameters`, which the client drops by itself. */
function genaiOnVertex(material: Material): Snippet {
  const tools = material.sources.map(({ name, schema, ...tool }) => ({
    name: name || "tool",
    ...tool,
    parametersJsonSchema: schema,
  }));
  const target = material.choices.target === "auto" ? "" : `, { target: "vertex-ai" }`;
  return generating(material, {
    imports: 'import { withLapidary } from "lapidary/google-genai";\n',
    declared: `// ${UNDECLARED}\nconst functionDeclarations = ${expression(json(tools))};\n`,
    client: `withLapidary(new GoogleGenAI(${service(material).genai})${target})`,
    call: "call",
  });
}

function generating(material: Material, parts: Record<"imports" | "declared" | "client" | "call", string>): Snippet {
  const text = `import { GoogleGenAI } from "@google/genai";
${parts.imports}
${parts.declared}
const ai = ${parts.client};
const { functionCalls = [] } = await ai.models.generateContent({
  model: ${model(material)},
  contents: ${prompt(material)},
  config: { tools: [{ functionDeclarations }] },
});
for (const call of functionCalls) console.log(${parts.call});
`;
  return { id: "genai", title: "@google/genai", file: "request.mjs", text };
}

function langchain(material: Material): Snippet {
  const tools = material.sources.map(({ name, ...tool }) => ({ name: name || "tool", ...tool }));
  const client = service(material).langchain;
  const text = `${client.imports}
import { withLapidary } from "lapidary/langchain";

// ${UNDECLARED}
const tools = ${expression(json(tools))};

const model = withLapidary(${client.model(model(material))});
const { tool_calls } = await model.bindTools(tools).invoke(${prompt(material)});
console.log(tool_calls);
`;
  return { id: "langchain", title: "LangChain.js", file: "langchain.mjs", text };
}

function aiSdk(material: Material): Snippet {
  const tools = material.sources.map(
    ({ name, description, schema }) => `  ${JSON.stringify(name || "tool")}: tool({
    description: ${JSON.stringify(description)},
    inputSchema: jsonSchema(${nested(json(schema), 4)}),
  }),
`,
  );
  const client = service(material).aiSdk;
  const text = `${client.imports}
import { generateText, jsonSchema, tool, wrapLanguageModel } from "ai";
import { lapidaryMiddleware } from "lapidary/ai-sdk";

// ${UNDECLARED}
const tools = {
${expression(tools.join(""))}};

${client.setup}const { toolCalls } = await generateText({
  model: wrapLanguageModel({ model: ${client.model(model(material))}, middleware: lapidaryMiddleware() }),
  prompt: ${prompt(material)},
  tools,
});
console.log(toolCalls);
`;
  return { id: "ai-sdk", title: "AI SDK", file: "ai-sdk.mjs", text };
}

function python(material: Material): Snippet {
  const client = service(material).python;
  // No JSON holds three quotes in a row, and a raw string keeps its backslashes.
  const text = `import json
${client.imports}
from google import genai
from google.genai import types

declarations = json.loads(r"""${material.declarations}""")

client = ${client.client}
response = client.models.generate_content(
    model=${model(material)},
    contents=${prompt(material)},
    config=types.GenerateContentConfig(tools=[types.Tool(function_declarations=declarations)]),
)
${restoring(material)}print(response.function_calls)
`;
  return { id: "python", title: "Python", file: "request.py", text };
}

function openai(material: Material): Snippet {
  const body = `{
  "model": "${OPENAI_MODEL}",
  "messages": [{ "role": "user", "content": ${prompt(material)} }],
  "tools": ${nested(material.declarations, 2)}
}`;
  const url = quoted("https://api.openai.com/v1/chat/completions");
  const text = posted(material, url, '"Authorization: Bearer $OPENAI_API_KEY"', body);
  return { id: "openai", title: "curl (OpenAI)", file: "request.sh", text };
}
