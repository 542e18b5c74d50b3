// Errors of APIs: which of their words are explained, and how.

import { expect, test } from "vitest";
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

test("of a message that says no more, each recorded cause is given", async () => {
  const [only] = await explain("Request contains an invalid argument.");
  expect(only?.causes.length).toBeGreaterThan(1);
  expect(only?.causes.join()).toMatch(/cycle.*960/s);
  expect((await explain(EMPTY))[0]?.causes).toHaveLength(1);
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
  ])
    expect(await isAboutTools(text), text).toBe(false);
});
