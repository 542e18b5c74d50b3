// sanitizeGeminiSchema in the place of LibreChat's own: what its reviewers asked for (danny-avila/LibreChat#13623),
// checked against the converter of @langchain/google-common and the Gemini stand-in.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { tool } from "@langchain/core/tools";
import { ChatVertexAI } from "@langchain/google-vertexai";

import { sanitizeGeminiSchema } from "../../crate/wasm/dist/index.js";
import { READ_FILES, SET_UP } from "./files-server.mjs";
import { standIn } from "./stand-in.mjs";

const server = await standIn();
after(() => server.stop());

// Vertex AI is always asked at its own host.
const network = globalThis.fetch;
const HOST = /^https:\/\/[^/]*aiplatform\.googleapis\.com/;
globalThis.fetch = (url, init) => network(String(url).replace(HOST, server.url), init);
const model = new ChatVertexAI({ model: "gemini-2.5-flash", apiKey: "none", maxRetries: 0 });

const object = (properties, more) => ({ type: "object", properties, ...more });

/** The declaration that is sent for a tool: the converter must not throw, and the service must accept it. */
async function declared(schema, name = "tool") {
  await model.bindTools([tool(() => "", { name, description: "d", schema })]).invoke("hi");
  const { tools } = (await server.requests()).at(-1).body;
  return tools[0].functionDeclarations[0].parameters;
}

/** `[what reviewers asked for, the schema of a member, what leaves]`. */
const BEHAVIORS = [
  [
    "a union is merged into its parent: all properties stay, and what all of it requires",
    {
      description: "An issue",
      properties: { repo: { type: "string" } },
      required: ["repo"],
      anyOf: [
        object({ title: { type: "string" } }, { required: ["title"] }),
        object({ number: { type: "integer" } }, { required: ["number"] }),
      ],
    },
    object(
      { title: { type: "string" }, repo: { type: "string" }, number: { type: "integer" } },
      { description: "An issue (either title + repo, or number + repo)", required: ["repo"] },
    ),
  ],
  [
    "what every branch requires is required",
    {
      oneOf: [
        object({ a: { type: "string" } }, { required: ["a"] }),
        object({ a: { type: "string" }, b: { type: "string" } }, { required: ["a", "b"] }),
      ],
    },
    object({ a: { type: "string" }, b: { type: "string" } }, { description: "(either a, or a + b)", required: ["a"] }),
  ],
  [
    "null leaves the enum when a node becomes nullable",
    { type: ["string", "null"], enum: ["open", "closed", null] },
    { type: "string", nullable: true, enum: ["open", "closed"] },
  ],
  [
    "null in a union becomes nullable",
    { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
    { type: "integer", nullable: true, minimum: 1 },
  ],
  ["an enum of strings without a type gets one", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  [
    "an enum stays only where the type is string: numbers",
    { type: "integer", enum: [1, 2, 3] },
    { type: "integer", minimum: 1, maximum: 3, description: "(one of: 1, 2, 3)" },
  ],
  ["an enum of booleans goes", { type: "boolean", enum: [true] }, { type: "boolean", description: "(always true)" }],
  ["a constant boolean goes", { const: true }, { type: "boolean", description: "(always true)" }],
  ["a constant string becomes an enum of one", { const: "create" }, { type: "string", enum: ["create"] }],
  [
    "allOf is merged",
    {
      allOf: [
        object({ a: { type: "string" } }, { required: ["a"] }),
        object({ b: { type: "number" } }, { required: ["b"] }),
      ],
    },
    object({ a: { type: "string" }, b: { type: "number" } }, { required: ["a", "b"] }),
  ],
  [
    "open bounds fold into closed ones, the tighter of both",
    { type: "integer", minimum: 0, exclusiveMinimum: 4, exclusiveMaximum: 9 },
    { type: "integer", minimum: 5, maximum: 8 },
  ],
  [
    "additionalProperties, default, $schema and $id go",
    object(
      { a: { type: "string", default: "x" } },
      { additionalProperties: false, $schema: "https://json-schema.org/draft/2020-12/schema", $id: "urn:x" },
    ),
    object({ a: { type: "string", description: "(default: x)" } }),
  ],
];

describe("what reviewers asked for", () => {
  for (const [behavior, schema, expected] of BEHAVIORS) {
    test(behavior, async () => {
      const sanitized = sanitizeGeminiSchema(object({ member: schema, other: { type: "string" } }));
      assert.deepEqual(sanitized.properties.member, expected);
      assert.deepEqual(await declared(sanitized), sanitized, "the converter changes it");
    });
  }

  test("without it the converter throws, or the service refuses", async () => {
    for (const { inputSchema } of [READ_FILES, SET_UP]) {
      await assert.rejects(declared(inputSchema), /Gemini cannot handle union types|Cannot find field|Unknown name/);
    }
  });
});

test("the schema that is given stays as it is, for the other providers", () => {
  const before = structuredClone(SET_UP.inputSchema);
  sanitizeGeminiSchema(SET_UP.inputSchema);
  assert.deepEqual(SET_UP.inputSchema, before);
});

test("a definition that was stored as JSON and is revived later", async () => {
  for (const { name, description, inputSchema } of [READ_FILES, SET_UP]) {
    const live = sanitizeGeminiSchema(inputSchema);
    const stored = JSON.stringify({ name, description, parameters: live });
    const revived = JSON.parse(stored);
    // Loaded again, it passes where a live tool does: nothing changes any more.
    assert.deepEqual(sanitizeGeminiSchema(revived.parameters), live);
    const openAi = [{ type: "function", function: { ...revived, name: name.replace("/", "_") } }];
    await model.bindTools(openAi).invoke("hi");
    const { tools } = (await server.requests()).at(-1).body;
    assert.deepEqual(tools[0].functionDeclarations[0].parameters, live);
    assert.deepEqual(await declared(revived.parameters), live);
  }
});

test("after LibreChat's own steps, which solve references and leave recursion to an object", () => {
  const { properties, $defs, ...rest } = READ_FILES.inputSchema;
  const solved = { ...rest, $defs, properties: { files: { ...properties.files, items: $defs.FileReadRequest } } };
  assert.deepEqual(sanitizeGeminiSchema(solved), sanitizeGeminiSchema(READ_FILES.inputSchema));
});

test("a definition that was stored before there was a sanitizer is sanitized when it is revived", async () => {
  const stored = JSON.stringify({ name: READ_FILES.name, parameters: READ_FILES.inputSchema });
  const { parameters } = JSON.parse(stored);
  const { items } = (await declared(sanitizeGeminiSchema(parameters))).properties.files;
  assert.equal(items.type, "object");
  assert.deepEqual(Object.keys(items.properties).length, 6);
});

/** `[a part of a schema, what it becomes where it stands]`. */
const PARTS = [
  [{ type: ["string", "null"] }, { type: "string", nullable: true }],
  [{ const: "x" }, { type: "string", enum: ["x"] }],
  [{ type: "array", items: { enum: ["a", null] } }, { type: "array", items: { type: "string", nullable: true, enum: ["a"] } }],
  [{ anyOf: [object({ a: { type: "string" } }), { type: "null" }] }, object({ a: { type: "string" } }, { nullable: true })],
  [[{ const: "x" }, "x", null], [{ type: "string", enum: ["x"] }, "x", null]],
];

describe("a part of a schema is made fit where it stands", () => {
  for (const [part, expected] of PARTS) {
    test(JSON.stringify(part), () => assert.deepEqual(sanitizeGeminiSchema(part), expected));
  }

  test("what is no object stays, and nothing is a tool without arguments", () => {
    for (const given of [undefined, null, true, 5, "text"]) assert.equal(sanitizeGeminiSchema(given), given);
    assert.deepEqual(sanitizeGeminiSchema({}), object({}));
  });
});
