// Requests and programs that are ready to send; the key stays a placeholder.

import type { Choices, Coded, Detail, Source } from "../engine/protocol";

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
  return [curl(material), genai(material), langchain(material), aiSdk(material), python(material)];
}

const prompt = ({ detail }: Material) => `Call ${detail.codec.declared ?? (detail.name || "the function")}.`;
const model = ({ choices }: Material) => choices.model ?? MODEL;
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

function body(material: Material): string {
  return `{
  "contents": [{ "role": "user", "parts": [{ "text": ${JSON.stringify(prompt(material))} }] }],
  "tools": [{ "functionDeclarations": ${nested(material.declarations, 2)} }]
}`;
}

function curl(material: Material): Snippet {
  const vertex = material.detail.target === "vertex-ai";
  const host = vertex
    ? `https://aiplatform.googleapis.com/v1/projects/$PROJECT/locations/global/publishers/google/models/${model(material)}:generateContent`
    : `https://generativelanguage.googleapis.com/v1beta/models/${model(material)}:generateContent`;
  const key = vertex
    ? '"Authorization: Bearer $(gcloud auth print-access-token)"'
    : '"x-goog-api-key: $GEMINI_API_KEY"';
  const text = `${restoring(material)}curl "${host}" \\\n  -H ${key} \\\n  -H "Content-Type: application/json" \\\n  --data-binary @- <<'JSON'\n${body(material)}\nJSON\n`;
  return { id: "curl", title: "curl", file: "request.sh", text };
}

function genai(material: Material): Snippet {
  const { coded, choices, declarations } = material;
  const restores = choices.mode === "round-trip";
  const text = `import { GoogleGenAI } from "@google/genai";
${restores ? 'import { restoreCall } from "lapidary";\n' : ""}
const functionDeclarations = ${declarations};
${restores ? `// Restores what is re-encoded in calls.\nconst codec = ${json(coded.codec)};\n` : ""}
const ai = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY });
const { functionCalls = [] } = await ai.models.generateContent({
  model: ${JSON.stringify(model(material))},
  contents: ${JSON.stringify(prompt(material))},
  config: { tools: [{ functionDeclarations }] },
});
for (const call of functionCalls) console.log(${restores ? "restoreCall(codec, call)" : "call"});
`;
  return { id: "genai", title: "@google/genai", file: "request.mjs", text };
}

const UNDECLARED = `The tools as their servers list them: schemas are adapted in each request, and calls are restored in each
// response.`;

function langchain(material: Material): Snippet {
  const tools = material.sources.map(({ name, ...tool }) => ({ name: name || "tool", ...tool }));
  const text = `import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { withLapidary } from "lapidary/langchain";

// ${UNDECLARED}
const tools = ${json(tools)};

const model = withLapidary(new ChatGoogleGenerativeAI({ model: ${JSON.stringify(model(material))} }));
const { tool_calls } = await model.bindTools(tools).invoke(${JSON.stringify(prompt(material))});
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
  const text = `import { google } from "@ai-sdk/google";
import { generateText, jsonSchema, tool, wrapLanguageModel } from "ai";
import { lapidaryMiddleware } from "lapidary/ai-sdk";

// ${UNDECLARED}
const tools = {
${tools.join("")}};

const { toolCalls } = await generateText({
  model: wrapLanguageModel({ model: google(${JSON.stringify(model(material))}), middleware: lapidaryMiddleware() }),
  prompt: ${JSON.stringify(prompt(material))},
  tools,
});
console.log(toolCalls);
`;
  return { id: "ai-sdk", title: "AI SDK", file: "ai-sdk.mjs", text };
}

function python(material: Material): Snippet {
  // No JSON holds three quotes in a row, and a raw string keeps its backslashes.
  const text = `import json

from google import genai
from google.genai import types

declarations = json.loads(r"""${material.declarations}""")

client = genai.Client()  # reads GEMINI_API_KEY
response = client.models.generate_content(
    model=${JSON.stringify(model(material))},
    contents=${JSON.stringify(prompt(material))},
    config=types.GenerateContentConfig(tools=[types.Tool(function_declarations=declarations)]),
)
${restoring(material)}print(response.function_calls)
`;
  return { id: "python", title: "Python", file: "request.py", text };
}

function openai(material: Material): Snippet {
  const text = `${restoring(material)}curl "https://api.openai.com/v1/chat/completions" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H "Content-Type: application/json" \\
  --data-binary @- <<'JSON'
{
  "model": "${OPENAI_MODEL}",
  "messages": [{ "role": "user", "content": ${JSON.stringify(prompt(material))} }],
  "tools": ${nested(material.declarations, 2)}
}
JSON
`;
  return { id: "openai", title: "curl (OpenAI)", file: "request.sh", text };
}
