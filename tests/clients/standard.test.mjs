// Schemas of libraries where JSON Schema is wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tool } from "@langchain/core/tools";
import * as ai7 from "ai";
import * as ai6 from "ai-6";
import * as lapidary from "../../crate/wasm/dist/index.js";
import { z } from "zod";

const schema = z.object({ city: z.string(), days: z.number().optional() });
const spelled = z.toJSONSchema(schema);

test("a schema of zod is read as the JSON Schema that zod makes of it, wherever tools have it", () => {
  const spell = (build) => [build(schema), build(spelled)];
  for (const [given, expected] of [
    spell((inputSchema) => [{ name: "f", inputSchema }]),
    spell((inputSchema) => ({ name: "f", inputSchema })),
    spell((inputSchema) => ({ tools: [{ name: "f", inputSchema }] })),
    spell((parameters) => [{ type: "function", function: { name: "f", parameters } }]),
    spell((parametersJsonSchema) => ({ tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema }] }] })),
    spell((parameters_json_schema) => ({ tools: [{ functionDeclarations: [{ name: "f", parameters_json_schema }] }] })),
    spell((inputSchema) => ({ result: { tools: [{ name: "f", inputSchema }] } })),
    spell((part) => [{ name: "f", inputSchema: { type: "object", properties: { part, city: { type: "string" } } } }]),
  ]) {
    const { declarations } = lapidary.transformTools(given);
    assert.deepEqual(declarations, lapidary.transformTools(expected).declarations);
    assert.match(JSON.stringify(declarations), /"city":\{"type":"STRING"\}/);
  }
  assert.deepEqual(lapidary.transformSchema(schema).schema, lapidary.transformSchema(spelled).schema);
  const request = (responseJsonSchema) => ({ contents: [], generationConfig: { responseJsonSchema } });
  assert.deepEqual(lapidary.normalizeRequest(request(schema)).body, lapidary.normalizeRequest(request(spelled)).body);
});

test("JSON Schema that zod made is data, with what was changed in it", () => {
  const changed = z.toJSONSchema(z.object({ a: z.string(), secret: z.string() }));
  delete changed.properties.secret;
  changed.required = ["a"];
  changed.properties.a.description = "by hand";
  const own = z.toJSONSchema(z.object({ d: z.date() }), { unrepresentable: "any", io: "output" });
  for (const inputSchema of [changed, own]) {
    const given = [{ name: "f", inputSchema }];
    const { declarations } = lapidary.transformTools(given, { target: "gemini-json-schema" });
    assert.deepEqual(declarations[0].parametersJsonSchema, JSON.parse(JSON.stringify(inputSchema)));
  }
});

test("one that does not say how it is written is refused, with what to do", () => {
  const refused = (vendor) => () => lapidary.transformTools([{ name: "f", inputSchema: { "~standard": { version: 1, vendor, validate() {} } } }]);
  assert.throws(refused("zod"), { name: "TypeError", message: /schema of zod is not JSON Schema: .*`z\.toJSONSchema\(schema\)`/ });
  assert.throws(refused("valibot"), { name: "TypeError", message: /schema of valibot is not JSON Schema/ });
});

test("a schema of the AI SDK is read, with the functions that it has", () => {
  const made = ({ jsonSchema }) => lapidary.transformTools([{ name: "f", inputSchema: jsonSchema }]).declarations;
  for (const { jsonSchema, zodSchema } of [ai7, ai6]) {
    for (const inputSchema of [jsonSchema(spelled, { validate() {} }), zodSchema(schema)]) {
      const { declarations } = lapidary.transformTools([{ name: "f", inputSchema, execute() {} }]);
      assert.deepEqual(declarations, made(inputSchema));
      assert.match(JSON.stringify(declarations), /"city":\{"type":"STRING"\}/);
    }
    const wrong = { validate() {}, jsonSchema: { type: "object", properties: { a: () => schema } } };
    const message = /at `\/0\/inputSchema\/jsonSchema\/properties\/a`: a function is not JSON/;
    assert.throws(() => lapidary.transformTools([{ name: "f", inputSchema: wrong }]), { name: "TypeError", message });
  }
});

test("a tool of LangChain.js is refused, with what to give", () => {
  const own = tool(async () => "", { name: "f", description: "d", schema });
  for (const [given, place] of [[[own], "/0"], [{ tools: [{ name: "g" }, own] }, "/tools/1"]]) {
    const message = new RegExp(`at \`${place}\`: a tool of LangChain\\.js is not JSON: give .*inputSchema: tool\\.schema.*lapidary/langchain`);
    assert.throws(() => lapidary.transformTools(given), { name: "TypeError", message });
  }
  assert.throws(() => lapidary.transformTools(own), /a tool of LangChain\.js/);
  const { name, description } = own;
  const plain = lapidary.transformTools([{ name, description, inputSchema: own.schema }]);
  assert.deepEqual(plain.declarations, lapidary.transformTools([{ name, description, inputSchema: spelled }]).declarations);
});

test("a property that is called as such schemas are marked is a property", () => {
  // Properties without `properties` around them.
  const given = [{ name: "f", inputSchema: { "~standard": { type: "string" } } }];
  const { declarations } = lapidary.transformTools(given);
  assert.deepEqual(declarations, lapidary.transformTools(JSON.stringify(given)).declarations);
});

test("what h1deya's converter takes leaves as it came, with its schema made fit", () => {
  const tools = [{ name: "f", description: "d", schema: { type: "object", properties: { n: { type: ["string", "null"] } } } }];
  const [{ schema: fit, ...rest }] = lapidary.transformMcpToolsForGemini(tools);
  assert.deepEqual(rest, { name: "f", description: "d" });
  assert.deepEqual(fit.properties.n, { type: "string", nullable: true });
});
