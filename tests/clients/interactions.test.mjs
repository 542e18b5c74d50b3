// lapidary/google-genai: what the Interactions API of Google's own client sends, and what comes back from it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GoogleGenAI as GoogleGenAI3 } from "@google/genai";
import { GoogleGenAI as GoogleGenAI2 } from "@google/genai-2";
import { withLapidary } from "../../crate/wasm/dist/google-genai.js";
import { SET_UP } from "./files-server.mjs";

/** A client that is answered by what its requests hold, and what it sent. */
function answering(GoogleGenAI, answer) {
  const [sent, told] = [[], []];
  const fetch = async (...args) => {
    const request = new Request(...args);
    const body = request.method === "POST" ? await request.json() : undefined;
    sent.push({ path: new URL(request.url).pathname, body });
    return answer(body);
  };
  const onIssues = (issues) => told.push(...issues);
  return { sent, told, ai: withLapidary(new GoogleGenAI({ apiKey: "none", httpOptions: { fetch } }), { onIssues }) };
}

for (const [major, GoogleGenAI] of Object.entries({ "@google/genai 3": GoogleGenAI3, "@google/genai 2": GoogleGenAI2 })) {
  test(`functions are made fit, and called by their own names: ${major}`, async () => {
    const { sent, ai } = answering(GoogleGenAI, ({ tools }) => {
      const name = tools?.[1]?.name ?? "other";
      const steps = [{ type: "function_call", id: "1", name, arguments: { vars: { HOME: "/" }, level: 5 } }];
      return Response.json({ id: "i", status: "requires_action", steps });
    });
    const search = { type: "google_search" };
    const tool = { type: "function", name: SET_UP.name, description: "d", parameters: SET_UP.inputSchema };
    const schema = { type: "object", properties: { a: { const: "x" } }, required: ["a"] };
    const format = { type: "text", mime_type: "application/json", schema };
    const tool_choice = { allowed_tools: { mode: "any", tools: [SET_UP.name] } };
    const model = "gemini-3-pro";
    const generation_config = { tool_choice };
    const first = await ai.interactions.create({ model, input: "x", tools: [search, tool], response_format: format, generation_config });
    const { body, path } = sent[0];
    assert.match(path, /\/interactions$/);
    assert.deepEqual(body.tools[0], search);
    assert.match(body.tools[1].name, /^env_set_up_[0-9a-f]{6}$/);
    assert.deepEqual(body.tools[1].parameters.properties.vars.additionalProperties, { type: "string" });
    assert.deepEqual(body.response_format.schema.properties.a.enum, ["x"]);
    assert.deepEqual(body.generation_config.tool_choice.allowed_tools.tools, [body.tools[1].name]);
    assert.deepEqual(first.steps.map(({ name }) => name), [SET_UP.name]);

    const result = { type: "function_result", call_id: "1", name: SET_UP.name, result: "done" };
    await ai.interactions.create({ model, previous_interaction_id: "i", input: [result] });
    assert.deepEqual(sent[1].body.input, [{ ...result, name: body.tools[1].name }]);
    const plainTool = { ...tool, name: "plain", parameters: { type: "object", properties: { a: { type: "string" } } } };
    const ordered = [plainTool, search, { ...plainTool, name: "other" }];
    await ai.interactions.create({ model, input: "x", tools: ordered });
    assert.deepEqual(sent[2].body.tools, ordered);
  });

  test(`searches for tools: ${major}`, async () => {
    const found = { type: "function", name: "log/read", parameters: { type: "object", properties: { a: { const: "x" } } } };
    const search = { ...found, type: "tool_search", execution: "client", name: "find/tools" };
    const { name: _, ...nameless } = search;
    const call = { type: "tool_search_call", id: "1", arguments: { function_names: [found.name, "other"] } };
    const input = [call, { type: "tool_search_result", call_id: "1", result: [found] }];
    const { sent, ai } = answering(GoogleGenAI, ({ stream, tools, input }) => {
      const steps = [...input, { type: "function_call", id: "2", name: tools[0].name, arguments: { a: "x" } }];
      if (!stream) return Response.json({ id: "i", status: "requires_action", input, tools, steps });
      const delta = { type: "tool_search_call", arguments: input[0].arguments };
      const events = [
        { event_type: "step.start", index: 0, step: input[0] },
        { event_type: "step.delta", index: 0, delta },
      ];
      const text = events.map((event) => `event: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    });
    const body = { model: "gemini-3-pro", input, tools: [search, nameless], store: false };
    const answer = await ai.interactions.create(body);
    const [{ body: { input: [asked, result], tools } }] = sent;
    assert.match(tools[0].name, /^find_tools_[0-9a-f]{6}$/);
    assert.match(result.result[0].name, /^log_read_[0-9a-f]{6}$/);
    assert.deepEqual(asked.arguments.function_names, [result.result[0].name, "other"]);
    for (const tool of [...tools, result.result[0]]) assert.deepEqual(tool.parameters.properties.a.enum, ["x"]);
    assert.deepEqual(tools.map(({ type, execution }) => [type, execution]), Array(2).fill(["tool_search", "client"]));
    assert.deepEqual(answer.steps.slice(0, 1), [call]);
    assert.equal(answer.steps[1].result[0].name, found.name);
    assert.equal(answer.steps[2].name, search.name);
    assert.deepEqual(answer.input, answer.steps.slice(0, 2));
    assert.equal(answer.tools[0].name, search.name);

    const seen = [];
    for await (const event of await ai.interactions.create({ ...body, stream: true })) seen.push(event);
    for (const part of [seen[0].step, seen[1].delta]) assert.deepEqual(part.arguments, call.arguments);
  });

  test(`names are those of the interaction: ${major}`, async (context) => {
    context.mock.method(console, "warn", () => {}); // Agents and triggers are experimental, the client says.
    const fn = (name, parameters) => ({ type: "function", name, parameters });
    const [one, two] = ["a", "b"].map((name) => ({ type: "object", properties: { [name]: { type: "string" } } }));
    const { sent, ai } = answering(GoogleGenAI, (body) => {
      const { name } = (body?.tools ?? body?.interaction?.tools ?? []).at(-1) ?? { name: "search_2" };
      return Response.json({ id: `i${sent.length}`, steps: [{ type: "function_call", id: "1", name, arguments: {} }] });
    });
    const create = (more) => ai.interactions.create({ model: "gemini-3-pro", input: "x", ...more });
    const doubled = await create({ tools: [fn("search", one), fn("search", two)] });
    assert.deepEqual([sent[0].body.tools[1].name, doubled.steps[0].name], ["search_2", "search"]);
    const other = await create({ tools: [fn("search", one), fn("search_2", two)] });
    assert.equal(other.steps[0].name, "search_2");
    const input = [{ type: "function_result", call_id: "1", name: "search", result: "r" }];
    await create({ tools: [fn("search", one)], input });
    assert.deepEqual(sent[2].body.input, input);
    const later = await create({ previous_interaction_id: doubled.id, input });
    assert.equal(later.steps[0].name, "search");
    assert.equal((await ai.interactions.get(doubled.id)).steps[0].name, "search");
  });

  test(`streamed, and read again: ${major}`, async () => {
    let name;
    const call = () => ({ type: "function_call", id: "1", name, arguments: {} });
    const { ai } = answering(GoogleGenAI, (body) => {
      if (!body) return Response.json({ id: "i", status: "completed", steps: [call()] });
      name = body.tools[0].name;
      const events = [
        { event_type: "interaction.created", interaction: { id: "i", status: "in_progress" } },
        { event_type: "step.start", index: 0, step: call() },
        { event_type: "step.delta", index: 0, delta: { type: "arguments_delta", arguments: "{}" } },
        { event_type: "step.stop", index: 0 },
        { event_type: "interaction.completed", interaction: { id: "i", status: "completed", steps: [call()] } },
      ];
      const text = events.map((event) => `event: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    });
    const tools = [{ type: "function", name: SET_UP.name, parameters: SET_UP.inputSchema }];
    const seen = [];
    const stream = await ai.interactions.create({ model: "gemini-3-pro", input: "x", tools, stream: true });
    assert.ok(stream instanceof ReadableStream);
    for await (const event of stream) seen.push(event);
    assert.equal(seen.length, 5);
    assert.equal(seen[1].step.name, SET_UP.name);
    assert.equal(seen[4].interaction.steps[0].name, SET_UP.name);
    assert.equal((await ai.interactions.get("i")).steps[0].name, SET_UP.name);
  });

  test(`agents are created with functions that are made fit: ${major}`, async (context) => {
    context.mock.method(console, "warn", () => {}); // They are experimental, the client says.
    const { sent, ai } = answering(GoogleGenAI, () => Response.json({ id: "a", tools: sent[0]?.body.tools }));
    const tools = [{ type: "function", name: SET_UP.name, parameters: SET_UP.inputSchema }];
    const created = await ai.agents.create({ id: "a", tools });
    assert.match(sent[0].body.tools[0].name, /^env_set_up_/);
    for (const { tools: own } of [created, await ai.agents.get("a")]) assert.equal(own[0].name, SET_UP.name);
    await ai.agents.list();
    assert.equal(sent.length, 3);
  });

  test(`functions of agents and triggers that are renamed are told: ${major}`, async (context) => {
    context.mock.method(console, "warn", () => {}); // They are experimental, the client says.
    const { told, ai } = answering(GoogleGenAI, () => Response.json({ id: "a" }));
    const lost = () => told.splice(0).filter(({ code }) => code === "lost-request").map(({ message }) => message);
    for (const [name, renamed] of [[SET_UP.name, /restored: env_set_up_[0-9a-f]{6}$/], ["plain"]]) {
      const tools = [{ type: "function", name, parameters: SET_UP.inputSchema }];
      await ai.interactions.create({ model: "gemini-3-pro", input: "x", tools });
      assert.deepEqual(lost(), []);
      await ai.agents.create({ id: "a", tools });
      await ai.triggers.create({ schedule: "0 9 * * *", interaction: { model: "gemini-3-pro", input: "x", tools } });
      const found = lost();
      assert.equal(found.length, renamed ? 2 : 0);
      for (const message of found) assert.match(message, renamed);
    }
  });
}
