// Documents that are no tools: those in envelopes, operations of an API.

import { beforeAll, expect, test } from "vitest";
import { recognize } from "./index";

// Parsers are loaded when they are needed, which is not what is tested.
beforeAll(async () => {
  await Promise.all([import("./syntax/code"), import("./syntax/yaml")]);
}, 60_000);

test("tools of Bedrock are read with their schemas", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const tools = [{ toolSpec: { name: "a", inputSchema: { json: schema } } }, { cachePoint: { type: "default" } }];
  for (const document of [{ messages: [], toolConfig: { tools } }, { tools }, tools, tools[0]]) {
    const found = await recognize(JSON.stringify(document));
    expect(found?.what).toMatch(/Bedrock/);
    expect(JSON.parse(found?.json?.text ?? "")).toEqual({ tools: [{ name: "a", inputSchema: schema }] });
  }
});

test("tools of Bedrock in code and in logs are read with their schemas", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const spec = (name: string) => ({ toolSpec: { name, inputSchema: { json: schema } } });
  const tools = [spec("a"), { cachePoint: { type: "default" } }];
  const [all, one] = [JSON.stringify({ tools }), JSON.stringify(spec("a"))];
  for (const text of [
    `tool_config = ${all}`,
    `response = client.converse(modelId=MODEL, toolConfig=${all})`,
    all.replaceAll('"', "'"),
    `TOOLS = [${one}]`,
    `new ConverseCommand({ modelId, toolConfig: ${all} });`,
    `const tool = ${one};`,
    JSON.stringify({ log: [{ sent: { toolConfig: { tools } } }] }),
  ]) {
    const found = JSON.parse((await recognize(text))?.json?.text ?? "null") as { tools?: unknown[] };
    expect([found.tools ?? found].flat(), text).toEqual([{ name: "a", inputSchema: schema }]);
  }
  const two = await recognize(`A = ${one}\nB = ${JSON.stringify(spec("b"))}\n`);
  expect(JSON.parse(two?.json?.text ?? "")).toMatchObject({ tools: [{ name: "a" }, { name: "b" }] });
  const unknown = await recognize(`T = [${one}, {"toolSpec": {"name": "b", "inputSchema": {"json": schema_of(B)}}}]`);
  expect(unknown?.notes).toMatchObject([{ text: expect.stringMatching(/^The schema of the tool `b`/) as unknown }]);
});

test("tools in an unknown envelope are read, and it is said that others are not", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const request = { tools: [{ functionDeclarations: [{ name: "a", parameters: schema }] }] };
  for (const document of [{ key: "1", request }, { setup: request }, { log: [{ sent: request }] }]) {
    const found = await recognize(JSON.stringify(document));
    expect(JSON.parse(found?.json?.text ?? "")).toEqual(request);
    expect(found?.notes).toHaveLength(1);
    expect(JSON.parse((await recognize(`10:00 INFO ${JSON.stringify(document)} sent`))?.json?.text ?? "")).toEqual(request);
  }
  const named = { a: { description: "d", parameters: schema }, b: { inputSchema: schema } };
  for (const document of [named, { tools: named }]) {
    const found = await recognize(JSON.stringify(document));
    expect(JSON.parse(found?.json?.text ?? "")).toEqual({
      tools: [
        { name: "a", description: "d", parameters: schema },
        { name: "b", inputSchema: schema },
      ],
    });
  }
  expect(await recognize('{"a": {"name": "b"}, "c": [1, {"d": 2}]}')).toBeUndefined();
});

test("a model's call and a codec are no tools", async () => {
  const call = { id: "c", type: "function", function: { name: "f", arguments: '{"type":"object","enum":[]}' } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  for (const document of [
    call,
    [call],
    message,
    { id: "x", object: "chat.completion", choices: [{ index: 0, message }] },
    { functionCall: { name: "f", args: { type: "object", properties: {} } } },
    { candidates: [{ content: { parts: [{ functionCall: { name: "f", args: {} } }] } }] },
    { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
    { content: [{ type: "tool_use", id: "c", name: "f", input: { type: "object", properties: {} } }] },
  ]) {
    const found = await recognize(JSON.stringify(document));
    expect(found, JSON.stringify(document)).toMatchObject({ what: "a model's call, which has no schema" });
    expect(found?.json).toBeUndefined();
  }
  const codec = await recognize('{"version":1,"arguments":{"is":"object","properties":{"a":{"$ref":"#"}}}}');
  expect(codec?.what).toBe("a codec, which has no schema");
  // Parameters of these names, as some write them.
  expect(await recognize('{"name":"string","arguments":"string"}')).toBeUndefined();
  // A request with tools, in which a model has called one.
  const tool = { type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } };
  const request = await recognize(JSON.stringify({ sent: { tools: [tool], messages: [message] } }));
  expect(JSON.parse(request?.json?.text ?? "")).toMatchObject({ tools: [tool] });
});

const OPEN_API = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getPet
      summary: One pet
      parameters:
        - $ref: '#/components/parameters/Verbose'
        - { name: session, in: cookie, schema: { type: string } }
      responses: { "200": { description: OK } }
    put:
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
      responses: { "400": { description: Bad Request } }
components:
  parameters:
    Verbose: { name: verbose, in: query, description: Everything, schema: { type: boolean } }
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string, default: { $ref: '#/components/schemas/Other' } }
        mother: { $ref: '#/components/schemas/Pet' }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
    Tag: { type: string }
    Other: { type: string }
`;

test("operations of OpenAPI are tools, with the definitions that they refer to", async () => {
  const found = await recognize(OPEN_API);
  expect(found?.what).toBe("an OpenAPI 3.0.3 document in YAML");
  expect(found?.notes.map(({ text }) => text)).toEqual([
    "2 operations, each a tool. Answers, security and servers are not taken over.",
    "The cookie `session` is not taken over.",
  ]);
  const $ref = "#/$defs/Pet";
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [
      {
        name: "getPet",
        description: "One pet",
        inputSchema: {
          type: "object",
          properties: { id: { type: "integer" }, verbose: { type: "boolean", description: "Everything" } },
          required: ["id"],
        },
      },
      {
        name: "put_pets_id",
        inputSchema: {
          type: "object",
          properties: { id: { type: "integer" }, body: { $ref } },
          required: ["id", "body"],
          $defs: {
            Pet: {
              type: "object",
              properties: {
                // Data is unchanged.
                name: { type: "string", default: { $ref: "#/components/schemas/Other" } },
                mother: { $ref },
                tags: { type: "array", items: { $ref: "#/$defs/Tag" } },
              },
            },
            Tag: { type: "string" },
          },
        },
      },
    ],
  });
  const { text, origin } = found!.json!;
  const from = text.indexOf('"boolean"');
  const place = origin({ from, to: from + 9 });
  expect(OPEN_API.slice(place.from, place.to)).toBe("boolean");
});

test("an OpenAPI document in code is found", async () => {
  const code = `export const api: Api = { openapi: "3.0.0", paths: { "/a": { get: { operationId: "getA" } } } };`;
  expect((await recognize(code))?.notes[0]?.text).toMatch(/^1 operation, a tool/);
});

test("of an OpenAPI document without operations, it is said how its schemas are checked", async () => {
  const components = { schemas: { A: { type: "object" } } };
  for (const document of [
    { openapi: "3.1.0", components },
    { openapi: "3.0.0", paths: {}, components },
    { swagger: "2.0", paths: {}, definitions: components.schemas },
  ]) {
    const found = await recognize(JSON.stringify(document));
    expect(found?.what).toMatch(/without operations$/);
    expect(found?.steps[0]?.text).toMatch(/paste that alone/);
  }
  expect((await recognize('{"openapi": "3.0.0", "paths": {}}'))?.steps).toEqual([]);
});

test("Swagger 2 has its schemas in parameters", async () => {
  const text = JSON.stringify({
    swagger: "2.0",
    paths: {
      "/a": {
        post: {
          operationId: "make it",
          parameters: [
            { name: "limit", in: "query", type: "integer", format: "int32", required: true, description: "At most" },
            { name: "x", in: "body", schema: { $ref: "#/definitions/X" } },
          ],
        },
      },
    },
    definitions: { X: { type: "object" }, Y: {} },
  });
  const found = await recognize(text);
  expect(found?.what).toBe("an OpenAPI 2 (Swagger) document");
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [
      {
        name: "make_it",
        inputSchema: {
          type: "object",
          properties: {
            limit: { type: "integer", format: "int32", description: "At most" },
            body: { $ref: "#/$defs/X" },
          },
          required: ["limit"],
          $defs: { X: { type: "object" } },
        },
      },
    ],
  });
});

test("references in circles, or to nothing, end", async () => {
  const paths = {
    "/a": { $ref: "#/paths/~1a" },
    "/b": { get: { parameters: [{ $ref: "#/paths" }], requestBody: { $ref: "#/x" } } },
  };
  const found = await recognize(JSON.stringify({ openapi: "3.1.0", paths }));
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [{ name: "get_b", inputSchema: { type: "object", properties: {} } }],
  });
  expect(found?.notes[1]?.text).toMatch(/without a name/);
});
