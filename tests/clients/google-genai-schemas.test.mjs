// JSON Schema in the fields of `@google/genai` that its converters rewrite: what is sent, and what stays of the caller's.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as genai3 from "@google/genai";
import * as genai2 from "@google/genai-2";
import { z } from "zod";
import * as z3 from "zod/v3";
import { lapidaryTool, withLapidary } from "../../crate/wasm/dist/google-genai.js";
import { transformTools } from "../../crate/wasm/dist/index.js";

const quiet = { onIssues: () => {} };
const model = "gemini-3-pro";
const contents = "x";

const map = { type: "object", additionalProperties: { type: "number" } };
const LABELS = { type: "object", properties: { labels: map }, required: ["labels"] };
const declaring = (parameters, name = "set_all") => ({ functionDeclarations: [{ name, parameters }] });
const asJson = { responseMimeType: "application/json" };

function frozen(data) {
  if (typeof data === "object" && data !== null && !Object.isFrozen(data)) Object.values(Object.freeze(data)).forEach(frozen);
  return data;
}

for (const [major, { GoogleGenAI }] of Object.entries({ "@google/genai 3": genai3, "@google/genai 2": genai2 })) {
  describe(major, () => {
    /** The body that a client sends, as it is or wrapped, in which nothing of the caller's is changed. */
    async function sent(work, { wrapped = true, options = {}, ...given } = {}) {
      let body;
      const fetch = async (url, init) => {
        body = JSON.parse(init.body);
        return Response.json({ name: "batches/7", candidates: [{ content: { role: "model", parts: [{ text: "x" }] } }] });
      };
      const ai = new GoogleGenAI({ apiKey: "none", httpOptions: { fetch }, ...given });
      await work(wrapped ? withLapidary(ai, { ...quiet, ...options }) : ai);
      return body;
    }
    const generating = (config) => (ai) => ai.models.generateContent({ model, contents, config });
    const declared = ({ tools }) => tools[0].functionDeclarations[0];

    test("maps and tuples in `parameters` are declared, also at the root", async () => {
      const { $schema, ...record } = z.toJSONSchema(z.object({ labels: z.record(z.string(), z.number()) }));
      const pair = { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], minItems: 2, maxItems: 2 };
      const given = { map, LABELS, record, pairs: { type: "object", properties: { pair } } };
      for (const parameters of Object.values(frozen(given))) {
        const body = await sent(generating(frozen({ tools: [declaring(parameters)] })));
        assert.deepEqual(declared(body), { name: "set_all", parametersJsonSchema: parameters });
      }
    });

    test("a model without the field for JSON Schema gets an encoded map", async () => {
      const body = await sent((ai) => ai.models.generateContent({ model: "gemini-2.0-flash", contents, config: { tools: [declaring(LABELS)] } }));
      assert.equal(declared(body).parameters.properties.labels.type, "array");
    });

    test("every method that takes tools declares the same", async () => {
      const config = frozen({ tools: [declaring(LABELS)] });
      const request = { contents: [{ parts: [{ text: "x" }] }], config };
      const callable = { tool: async () => frozen(declaring(LABELS)), callTool: async () => [] };
      const methods = {
        generateContent: generating(config),
        generateContentStream: (ai) => ai.models.generateContentStream({ model, contents, config }),
        chat: (ai) => ai.chats.create({ model, config }).sendMessage({ message: "x" }),
        "a callable tool": generating({ tools: [callable] }),
        "cached content": (ai) => ai.caches.create({ model, config: { contents, ...config } }),
        batch: (ai) => ai.batches.create({ model, src: [request] }),
        "batch by its source": (ai) => ai.batches.create({ model, src: { inlinedRequests: [request] } }),
      };
      for (const [name, work] of Object.entries(methods)) {
        const body = await sent(work);
        const asked = body.batch?.inputConfig.requests.requests[0].request ?? body;
        assert.deepEqual(declared(asked), { name: "set_all", parametersJsonSchema: LABELS }, name);
      }
      const counted = await sent((ai) => ai.models.countTokens({ model, contents, config }), { vertexai: true });
      assert.deepEqual(declared(counted), { name: "set_all", parametersJsonSchema: LABELS });
    });

    test("schemas of responses are sent whole", async () => {
      const { generationConfig } = await sent(generating(frozen({ ...asJson, responseSchema: LABELS })));
      assert.deepEqual(generationConfig.responseJsonSchema, LABELS);
      assert.equal(generationConfig.responseSchema, undefined);
      const declaration = { name: "read", response: LABELS };
      const target = { options: { target: "gemini-json-schema" } };
      const body = await sent(generating(frozen({ tools: [{ functionDeclarations: [declaration] }] })), target);
      assert.deepEqual(declared(body), { name: "read", responseJsonSchema: LABELS });
    });

    test("a schema of a library is converted in every field", async () => {
      const path = { path: { type: "string" } };
      const schema = z.object({ path: z.string() });
      for (const field of ["parameters", "parametersJsonSchema", "response", "responseJsonSchema"]) {
        const tools = [{ functionDeclarations: [{ name: "read", [field]: schema }] }];
        const own = declared(await sent(generating({ tools }), { options: { target: "gemini-json-schema" } }));
        assert.deepEqual((own.parametersJsonSchema ?? own.responseJsonSchema).properties, path, field);
      }
      for (const field of ["responseSchema", "responseJsonSchema"]) {
        const { generationConfig } = await sent(generating({ ...asJson, [field]: schema }));
        assert.deepEqual(generationConfig.responseJsonSchema.properties, path, field);
      }
      const nested = { type: "object", properties: { at: schema } };
      const tools = [{ functionDeclarations: [{ name: "read", parametersJsonSchema: nested }] }];
      const body = await sent(generating({ tools }));
      assert.deepEqual(declared(body).parametersJsonSchema.properties.at.properties, path);
      await assert.rejects(sent(generating({ ...asJson, responseJsonSchema: z3.object({}) })), /a schema of zod is not JSON Schema/);
    });

    test("Gemini's own form is sent as without Lapidary", async () => {
      const own = { type: "STRING", nullable: true, format: "enum", enum: ["x"], title: "T" };
      const either = { anyOf: [{ type: "STRING" }, { type: "ARRAY", items: { type: "INTEGER" }, minItems: 1 }] };
      const parameters = { type: "OBJECT", properties: { own, either }, required: ["own"], propertyOrdering: ["own", "either"] };
      for (const tools of [[declaring(parameters)], [{ functionDeclarations: [{ name: "now" }] }, { googleSearch: {} }]]) {
        const without = await sent(generating({ tools: structuredClone(tools) }), { wrapped: false });
        assert.deepEqual(await sent(generating(frozen({ tools }))), without);
      }
    });

    test("what the client would drop of another form is kept too", async () => {
      const kept = { type: "object", properties: { at: { type: "string", default: null } } };
      const both = { type: "OBJECT", properties: { at: { type: "STRING", anyOf: [{ type: "STRING" }] } } };
      const sameAt = async (parameters) => declared(await sent(generating({ tools: [declaring(parameters)] }))).parametersJsonSchema;
      assert.deepEqual(await sameAt(kept), kept);
      assert.equal((await sameAt(both)).properties.at.type, "string");
      assert.deepEqual((await sameAt({ type: "OBJECT", additionalProperties: { type: "NUMBER" } })), map);
      await assert.rejects(sameAt({ type: "object", properties: { at: new Map() } }), /`\/properties\/at`/);
      await assert.rejects(sameAt(z3.object({})), /a schema of zod is not JSON Schema/);
      assert.deepEqual((await sameAt(z.object({ at: z.string() }))).properties, { at: { type: "string" } });
    });

    test("a callable tool by itself has no map that the client would drop", async () => {
      const called = [];
      const callTool = async (calls) => (called.push(...calls), []);
      const tool = lapidaryTool({ tool: async () => declaring(LABELS), callTool }, { ...quiet, target: "vertex-ai" });
      const { parameters } = declared(await sent(generating({ tools: [tool] }), { wrapped: false, vertexai: true }));
      assert.equal(parameters.properties.labels.type, "ARRAY");
      await tool.callTool([{ name: "set_all", args: { labels: [{ key: "a", value: 1 }] } }]);
      assert.deepEqual(called, [{ name: "set_all", args: { labels: { a: 1 } } }]);
    });

    test("declarations made for Vertex AI keep maps and references", async () => {
      const $defs = { tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } } };
      const inputSchema = { type: "object", properties: { labels: map, tree: { $ref: "#/$defs/tree" } }, $defs };
      const made = { target: "vertex-ai", mode: "round-trip" };
      const { declarations } = transformTools([{ name: "set_all", inputSchema }], made);
      const config = frozen({ tools: [{ functionDeclarations: declarations }] });
      assert.deepEqual(declarations[0].parameters.properties.labels, map);
      const given = { vertexai: true, options: { target: "vertex-ai" } };
      assert.deepEqual(declared(await sent(generating(config), given)), declarations[0]);
      const { options, ...chosen } = given;
      assert.deepEqual(declared(await sent(generating(config), chosen)).parametersJsonSchema, inputSchema);
    });
  });
}
