// Clients of OpenAI's Responses API, with a `fetch` that normalizes its requests and restores its streams. The service is
// one answer, in the events that OpenAI publishes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ChatOpenAI } from "@langchain/openai";
import OpenAI from "openai";
import OpenAI6 from "openai-6";

import { createRestorer, normalizeRequest } from "../../crate/wasm/dist/index.js";

const parameters = {
  type: "object",
  properties: { env: { type: "object", additionalProperties: { type: "string" } }, cwd: { type: "string" } },
  required: ["env"],
};
const NAME = "shell/run";
const ARGS = { env: { "A B": "1" } };
const CODED = { env: [{ key: "A B", value: "1" }], cwd: null };

/** The events of an answer that calls a function: its arguments in pieces of nine characters. */
function events(name, args) {
  const at = { output_index: 0, item_id: "fc_1" };
  const item = { type: "function_call", id: "fc_1", call_id: "call_1", name, arguments: args, status: "completed" };
  const response = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5", status: "in_progress", output: [] };
  const pieces = args.match(/.{1,9}/gsu) ?? [];
  return [
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "", status: "in_progress" } },
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
    { type: "response.function_call_arguments.done", ...at, arguments: args },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, status: "completed", output: [item] } },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** A `fetch` in which OpenAI calls the first function that a request declares; the requests are added to a list. */
function service(requests) {
  return async (_, { body }) => {
    const request = normalizeRequest(JSON.parse(body), { target: "openai-strict", mode: "round-trip" });
    requests.push(request.body);
    const restorer = createRestorer(request.codec);
    const answer = events(request.body.tools[0].name, JSON.stringify(CODED));
    const bytes = answer.map((event) => restorer.push(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
    return new Response(new Blob([...bytes, restorer.end()]), { headers: { "content-type": "text/event-stream" } });
  };
}

for (const [title, Client] of Object.entries({ "openai 7": OpenAI, "openai 6": OpenAI6 })) {
  test(`${title} streams a restored call, and its history is encoded`, async () => {
    const requests = [];
    const client = new Client({ apiKey: "none", maxRetries: 0, fetch: service(requests) });
    const tools = [{ type: "function", name: NAME, parameters, strict: true }];
    const stream = client.responses.stream({ model: "gpt-5", input: "run it", tools });
    let pieces = "";
    stream.on("response.function_call_arguments.delta", ({ delta }) => (pieces += delta));
    const { output: [call] } = await stream.finalResponse();
    assert.deepEqual([call.name, JSON.parse(call.arguments), JSON.parse(pieces)], [NAME, ARGS, ARGS]);
    const output = { type: "function_call_output", call_id: call.call_id, output: "done" };
    await client.responses.stream({ model: "gpt-5", input: [call, output], tools }).finalResponse();
    const [earlier] = requests[1].input;
    assert.deepEqual([earlier.name, JSON.parse(earlier.arguments).env], [requests[1].tools[0].name, CODED.env]);
  });
}

test("LangChain.js streams a restored call", async () => {
  const requests = [];
  const configuration = { fetch: service(requests) };
  const model = new ChatOpenAI({ model: "gpt-5", apiKey: "none", useResponsesApi: true, maxRetries: 0, configuration });
  const tools = [{ type: "function", function: { name: NAME, parameters, strict: true } }];
  let message;
  for await (const chunk of await model.bindTools(tools).stream("run it")) message = message?.concat(chunk) ?? chunk;
  assert.deepEqual(message.tool_calls.map(({ name, args }) => [name, args]), [[NAME, ARGS]]);
  assert.equal(requests.length, 1);
});
