// A server of 2026-07-28 with all that the conformance suite tests: over HTTP on a port that it prints, or over stdio.

import { createRequire } from "node:module";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(new URL("../servers/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(resolve(name)));
const sdk = await load("@modelcontextprotocol/server");
const { Server, createMcpHandler, createRequestStateCodec, inputRequired, ProtocolError, ResourceNotFoundError } = sdk;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const INVALID_PARAMS = -32602;

const text = (text) => ({ type: "text", text });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const audio = { type: "audio", data: SILENCE, mimeType: "audio/wav" };
const embedded = (uri) => ({ type: "resource", resource: { uri, mimeType: "text/plain", text: "embedded" } });
const content = (...content) => ({ content });
const user = (content) => ({ role: "user", content });
const prompt = (...contents) => ({ messages: contents.map(user) });

// One state for all processes, so that any of them reads what another has given.
const states = createRequestStateCodec({ key: "x".repeat(32) });

const form = (message, name, type) => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] } },
});
const sampling = (words) => ({ method: "sampling/createMessage", params: { messages: [user(text(words))], maxTokens: 100 } });
const roots = { method: "roots/list", params: {} };
const capability = { "elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots" };

/** The inputs that a request still lacks or, with all of them, its result. */
async function asking(inputRequests, { mcpReq }, then, state) {
  const answers = mcpReq.inputResponses ?? {};
  const isAnswered = ([name, { method }]) => method !== "elicitation/create" || answers[name]?.action === "accept";
  if (Object.entries(inputRequests).every((entry) => entry[0] in answers && isAnswered(entry))) return then(answers);
  return inputRequired({ inputRequests, ...(state && { requestState: await states.mint(state) }) });
}

const ELICITED = { user_name: form("What is your name?", "name", "string") };
const tools = {
  test_simple_text: () => content(text("This is a simple text response for testing.")),
  test_image_content: () => content(image),
  test_audio_content: () => content(audio),
  test_embedded_resource: () => content(embedded("test://embedded-resource")),
  test_multiple_content_types: () => content(text("text"), image, embedded("test://mixed-content-resource")),
  test_error_handling: () => ({ ...content(text("This tool intentionally returns an error for testing")), isError: true }),
  async test_tool_with_progress({ mcpReq }) {
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: mcpReq._meta.progressToken, progress, total: 100 };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return content(text("done"));
  },
  test_input_required_result_elicitation: (context) =>
    asking(ELICITED, context, ({ user_name }) => content(text(`Hello, ${user_name.content.name}!`))),
  test_input_required_result_sampling: (context) =>
    asking({ capital_question: sampling("What is the capital of France?") }, context, (answers) =>
      content(answers.capital_question.content),
    ),
  test_input_required_result_list_roots: (context) =>
    asking({ client_roots: roots }, context, ({ client_roots }) => content(text(JSON.stringify(client_roots)))),
  test_input_required_result_request_state: (context) =>
    asking({ confirm: form("Please confirm", "ok", "boolean") }, context, () => content(text("state-ok")), { of: "confirm" }),
  test_input_required_result_tampered_state: (context) =>
    asking({ confirm: form("Please confirm", "ok", "boolean") }, context, () => content(text("state-ok")), { of: "tampered" }),
  test_input_required_result_multiple_inputs: (context) =>
    asking({ ...ELICITED, greeting: sampling("Generate a greeting"), client_roots: roots }, context, () => content(text("all")), { of: "all" }),
  test_input_required_result_multi_round(context) {
    const second = { step2: form("Step 2: What is your favorite color?", "color", "string") };
    const first = { step1: form("Step 1: What is your name?", "name", "string") };
    const isSecond = context.mcpReq.requestState()?.step === 2;
    const next = () => asking(second, context, () => content(text("both")), { step: 2 });
    return isSecond ? next() : asking(first, context, next, { step: 1 });
  },
  test_streaming_elicitation: (context) => asking(ELICITED, context, () => content(text("done"))),
  // The SDK refuses this to clients that cannot sample.
  test_missing_capability: (context) => asking({ greeting: sampling("Generate a greeting") }, context, () => content(text("done"))),
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log("info", "logged");
    return content(text("done"));
  },
  // Only what the client can do is asked for.
  test_input_required_result_capabilities(context) {
    const able = context.mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"] ?? {};
    const all = { ...ELICITED, greeting: sampling("Generate a greeting"), client_roots: roots };
    const asked = Object.entries(all).filter(([, { method }]) => capability[method] in able);
    return asking(Object.fromEntries(asked), context, () => content(text("all")));
  },
};

const resources = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PIXEL },
};
const template = /^test:\/\/template\/([^/]+)\/data$/;

const prompts = {
  test_simple_prompt: () => prompt(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: ({ arg1, arg2 }) => prompt(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri }) => prompt(embedded(resourceUri)),
  test_prompt_with_image: () => prompt(image),
  test_input_required_result_prompt: (_, context) =>
    asking({ user_context: form("What context should the prompt use?", "context", "string") }, context, (answers) =>
      prompt(text(answers.user_context.content.context)),
    ),
};
const named = (names) => names.map((name) => ({ name, required: true }));
const takes = { test_prompt_with_arguments: named(["arg1", "arg2"]), test_prompt_with_embedded_resource: named(["resourceUri"]) };

const handlers = {
  "tools/list": () => ({ tools: Object.keys(tools).map((name) => ({ name, description: "What the suite calls.", inputSchema: { type: "object" } })) }),
  "tools/call": ({ params }, context) => known(tools, params.name)(context),
  "resources/list": () => ({ resources: Object.keys(resources).map((uri) => ({ uri, name: uri, mimeType: resources[uri].mimeType })) }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }] }),
  "resources/read": ({ params: { uri } }) => {
    const [, id] = template.exec(uri) ?? [];
    const found = id ? { mimeType: "application/json", text: JSON.stringify({ id }) } : resources[uri];
    if (!found) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] };
  },
  "prompts/list": () => ({ prompts: Object.keys(prompts).map((name) => ({ name, description: "What the suite asks for.", arguments: takes[name] })) }),
  "prompts/get": ({ params }, context) => known(prompts, params.name)(params.arguments ?? {}, context),
  "completion/complete": () => ({ completion: { values: ["paris"], total: 1, hasMore: false } }),
};

function known(all, name) {
  if (!Object.hasOwn(all, name)) throw new ProtocolError(INVALID_PARAMS, `there is no ${name}`);
  return all[name];
}

function server() {
  const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {}, completions: {}, logging: {} };
  const server = new Server({ name: "fixture", version: "1.0.0" }, { capabilities, requestState: { verify: states.verify } });
  for (const [method, handler] of Object.entries(handlers)) server.setRequestHandler(method, handler);
  return server;
}

if (process.argv[2] === "stdio") {
  const { serveStdio } = await load("@modelcontextprotocol/server/stdio");
  serveStdio(server);
} else {
  const { fetch } = createMcpHandler(server);
  const http = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const asked = new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers,
      body: method === "POST" ? Buffer.concat(await request.toArray()) : undefined,
    });
    const answer =
      sdk.hostHeaderValidationResponse(asked, sdk.localhostAllowedHostnames()) ??
      sdk.originValidationResponse(asked, sdk.localhostAllowedOrigins()) ??
      (await fetch(asked));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    // A client that goes is no failure.
    await (answer.body ? pipeline(Readable.fromWeb(answer.body), response) : response.end()).catch?.(() => {});
  });
  http.listen(0, "127.0.0.1", () => console.log(http.address().port));
}
