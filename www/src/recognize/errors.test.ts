// Errors of APIs: which of their words are explained, and how.

import { expect, test } from "vitest";
import google from "../../../crate/core/data/errors.json";
import others from "../../../crate/core/data/providers.json";
import { explainError } from "../engine/api";
import { explain } from "./explain";
import { recognize } from "./index";

const EMPTY =
  "* GenerateContentRequest.tools[0].function_declarations[26].parameters.properties[sort].enum[0]: cannot be empty";
const complaintOf = async (body: unknown) => (await recognize(JSON.stringify(body)))?.complaint ?? "";

test("the error is found where a word stands in its place", async () => {
  const passed = JSON.stringify({ error: { message: EMPTY } });
  for (const body of [
    { statusCode: 400, message: EMPTY, error: "Bad Request" },
    { error: "ERROR_OPENAI", details: { detail: `Bad Request: ${passed}` } },
    { error: { message: "Provider returned error", metadata: { raw: EMPTY } } },
    { error: { message: "Provider returned error", metadata: { raw: passed } } },
    { name: "AI_APICallError", statusCode: 400, responseBody: passed },
  ]) {
    const explained = await explain(await complaintOf(body));
    expect(explained.at(-1)).toMatchObject({ keyword: "enum", rules: ["GS026"] });
  }
  const text = `{"error": "Bad Request"}\n${EMPTY}`;
  expect((await explain((await recognize(text))?.complaint ?? "")).map(({ keyword }) => keyword)).toEqual(["enum"]);
});

test("each message of the error catalogue is recognized", async () => {
  const rows: { text: string | null; messages?: string[] }[] = [...google, ...others];
  const messages = rows.flatMap(({ text, messages }) => messages ?? (text === null ? [] : [text]));
  const known = messages.map((text) => text.replace(/\{[A-Z]+\}/g, "1")).filter((text) => explainError(text).length > 0);
  expect(known.length).toBeGreaterThan(100);
  for (const text of known) expect((await recognize(text))?.complaint, text).toBe(text);
});

test("the request beside an error that is escaped twice is read", async () => {
  const request = { tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "object", properties: {} } }] }] };
  const answer = JSON.stringify({ error: { message: JSON.stringify({ error: { message: EMPTY } }, null, 2) } });
  const found = await recognize(`[DEBUG] Full request: ${JSON.stringify(request)}\n✕ [API Error: ${answer}]\n`);
  expect(JSON.parse(found?.json?.text ?? "null")).toEqual(request);
  expect((await explain(found?.complaint ?? ""))[0]).toMatchObject({ keyword: "enum", rules: ["GS026"] });
});

test("a message that nobody recorded is shown alone", async () => {
  const places = [{ type: "extra_forbidden", loc: ["body", "tools", 0, "function"], msg: "Extra inputs", input: [] }];
  for (const body of [
    { object: "error", message: { detail: places }, type: "invalid_request_error", param: null, code: null },
    { object: "Error", detail: places, message: places },
    { detail: places },
  ])
    expect(await complaintOf(body)).toBe("body.tools.0.function: Extra inputs");
  expect(await complaintOf({ object: "error", message: "Extra", type: "invalid_request_error" })).toBe("Extra");
  expect(await complaintOf({ error: { message: "Extra" } })).toBe("Extra");
  for (const body of [{ detail: [] }, { message: "hello" }, { message: { detail: "hello" } }, { detail: ["a"] }])
    expect(await complaintOf(body)).toBe("");
});

test("the request that a client logs with the error is read", async () => {
  const tools = { functionDeclarations: [{ name: "f", parameters: { type: "object", properties: {} } }] };
  const responseBody = JSON.stringify({ error: { message: EMPTY } });
  const [sent, answered] = [JSON.stringify({ tools: [tools] }), responseBody].map((body) => JSON.stringify(body));
  const log = await recognize(`10:00 body=${sent} end\n10:01 body=${answered} end\n`);
  expect(log).toMatchObject({ complaint: expect.stringContaining("enum") as unknown, notes: [] });
  expect(log?.json?.text).toContain('"f"');
  for (const body of [
    { name: "AI_APICallError", requestBodyValues: { tools }, responseBody },
    { error: { message: EMPTY }, request: { tools: [tools] } },
    { log: { entries: [{ request: { postData: { text: JSON.stringify({ tools: [tools] }) } }, responseBody }] } },
  ]) {
    const found = await recognize(JSON.stringify(body));
    expect(found?.json?.text).toContain('"f"');
    expect((await explain(found?.complaint ?? ""))[0]?.keyword).toBe("enum");
  }
});

test("what no declaration prevents has the advice of its row", async () => {
  const [malformed] = await explain('"finishReason": "MALFORMED_FUNCTION_CALL"');
  expect(malformed).toMatchObject({ advice: "ask again, or simplify the schema", isAboutTools: false, rules: [] });
  const [exclusive] = await explain("Tool use with function calling is unsupported");
  expect(exclusive).toMatchObject({ advice: expect.stringMatching(/^omit Google/) as unknown, isAboutRequest: true });
  const skipped = "Skipping tool 'a' from MCP server 'b' because it has missing types in its parameter schema. Please";
  const [client] = await explain(`${skipped} file an issue with the owner of the MCP server.`);
  expect(client?.advice).toMatch(/^update the client/);
});

test("of a message that says no more, each recorded cause is given", async () => {
  const [only] = await explain("Request contains an invalid argument.");
  expect(only?.causes.length).toBeGreaterThan(1);
  expect(only?.causes.join()).toMatch(/cycle.*960/s);
  expect((await explain(EMPTY))[0]?.causes).toHaveLength(1);
});

test("a message may begin with its status, or with the time", async () => {
  for (const text of [
    "400 Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    "404 models/gemini-1 is not found for API version v1beta.",
    "503 The model is overloaded. Please try again later.",
    "429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'message': 'Quota'}}",
    "[2025-10-10 10:00:00] ERROR 400 Bad things",
    "2025-10-10 10:00:00,123 [main] Error: 400 Bad things",
    '500 {"oops": 1',
    "[API Error: You have exhausted your daily quota on this model.]",
    "✕ [API Error: You have exhausted your daily quota on this model.]",
    "API Error: Connection error.",
    "[503 Service Unavailable] The model is overloaded.",
    "[GoogleGenerativeAI Error]: Error fetching from https://a.b/c: [503 Service Unavailable] The model is overloaded.",
    "GoogleGenerativeAIFetchError: [GoogleGenerativeAI Error]: Error fetching from https://a.b/c: [429 Too Many]",
  ]) {
    const found = await recognize(text);
    expect([found?.what, found?.complaint], text).toEqual(["an error of an API", text]);
    expect(found?.correction).toBeUndefined();
  }
  for (const text of ["400 is a number", "[2025-10-10] starting the server", "12:00 hello", "3 apples", "[a] API Errors"])
    expect((await recognize(text))?.what, text).toMatch(/^text without/);
});

test("the error is in a block beside that of the tool", async () => {
  const tool = '```json\n{"name":"a","inputSchema":{"type":"object"}}\n```\n';
  const unread = "This block is not read.";
  const notesOf = async (text: string) => (await recognize(text))?.notes.map(({ text }) => text);
  for (const said of [EMPTY, "400 Bad things", '{"error": {"code": 400, "message": "INVALID_ARGUMENT"}}'])
    for (const text of [`\`\`\`\n${said}\n\`\`\`\nMy tool:\n${tool}`, `${tool}It says\n\`\`\`\n${said}\n\`\`\`\n`]) {
      expect((await recognize(text))?.complaint, text).toContain(said);
      expect(await notesOf(text)).toEqual([]);
      expect(await notesOf(`${text}\`\`\`sh\nnpm i\n\`\`\`\n`)).toEqual([unread]);
    }
});

test("a tool is asked for only where the error may be about one", async () => {
  const isAboutTools = async (text: string) => (await explain(text)).some((each) => each.isAboutTools);
  for (const text of [
    EMPTY,
    "Request contains an invalid argument.",
    "Invalid JSON payload received.",
    "tools.0.custom.input_schema.type: Field required",
    "body.tools.0.function.required: Extra inputs are not permitted",
  ])
    expect(await isAboutTools(text), text).toBe(true);
  for (const text of [
    "You exceeded your current quota, please check your plan and billing details.",
    "Incorrect API key provided: sk-a.",
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.",
    "Tool use with function calling is unsupported by the model.",
    "Request payload size exceeds the limit: 20971520 bytes.",
  ])
    expect(await isAboutTools(text), text).toBe(false);
});

test("an error that Node.js prints is one, whatever is omitted in it", async () => {
  const message =
    `Invalid JSON payload received. Unknown name \\"const\\" at ` +
    `'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`;
  for (const text of [
    `ApiError: {"error":{"code":400,"message":"${message}","status":"INVALID_ARGUMENT"}}\n` +
      `    at throwErrorIfNotOK (file:///a.mjs:11427:30) {\n  status: 400,\n  details: [Array]\n}`,
    `AI_APICallError: Bad\n    at x (file:///a.mjs:1:30) {\n  cause: undefined,\n` +
      `  requestBodyValues: { generationConfig: [Object], tools: [ [Object] ] },\n  statusCode: 400,\n` +
      `  responseBody: '{"error":{"code":400,"message":"${message}"}}',\n  [Symbol(vercel.ai.error)]: true\n}`,
  ]) {
    const found = await recognize(text);
    expect(found?.what).toMatch(/^an error of an API/);
    expect(await explain(found?.complaint ?? "")).toMatchObject([{ keyword: "const", rules: ["GS011"] }]);
  }
  expect((await recognize("{ tools: [ [Object], [Object] ] }"))?.what).toMatch(/^an object as Node\.js prints it/);
});

test("errors with the same explanation are one, with their places", async () => {
  const at = (index: number) => `Unknown name "$schema" at 'request.tools[0].function_declarations[${index}].parameters'`;
  const lines = Array.from({ length: 60 }, (_, index) => `${at(index)}: Cannot find field.`);
  const other = `Unknown name "const" at 'tools[0].function_declarations[0].parameters': Cannot find field.`;
  const errors = await explain([...lines, other, "Request contains an invalid argument."].join("\n"));
  expect(errors.map(({ keyword, places, further }) => [keyword, places.length, further])).toEqual([
    ["$schema", 12, 48],
    ["const", 1, 0],
    [undefined, 0, 0],
  ]);
  expect(errors[0]?.places[1]).toEqual({ words: "function 1 (the second)" });
});

test("the target is that of the API whose error it is", async () => {
  for (const [target, text] of [
    [
      "openai-strict",
      "Invalid schema for function 'f': In context=('properties', 'a', 'items'), 'additionalProperties' is required " +
        "to be supplied and to be false.",
    ],
    ["universal", "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"],
    ["universal", "JSON schema conversion failed:\nUnsupported ref: #/$defs/Foo"],
    [
      "vertex-ai",
      "Unable to submit request because `f` functionDeclaration `parameters.b` schema didn't specify the schema type " +
        "field.",
    ],
    [undefined, EMPTY],
    [undefined, "Incorrect API key provided: sk-a."],
  ])
    expect((await explain(text ?? "")).map((each) => each.target), text).toEqual([target]);
});

test("an error about no schema is called one of the request only where it is recorded as such", async () => {
  const isAbout = async (text: string) =>
    (await explain(text)).map(({ isAboutTools, isAboutRequest }) => [isAboutTools, isAboutRequest]);
  for (const text of [
    "Function calling with a response mime type: 'application/json' is unsupported",
    "Tool use with function calling is unsupported",
  ])
    expect(await isAbout(text), text).toEqual([[false, true]]);
  for (const text of [
    "API key not valid. Please pass a valid API key.",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.",
    "Please ensure that the number of function response parts is equal to the number of function call parts.",
  ])
    expect(await isAbout(text), text).toEqual([[false, false]]);
});
