// Google's client in JavaScript, whose Live sessions go through the gateway. LAPIDARY_BIN is the program.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { SET_UP } from "../clients/files-server.mjs";
import { gateway } from "../clients/gateway.mjs";
import { standIn } from "../clients/stand-in.mjs";

const clients = createRequire(new URL("../clients/", import.meta.url));
const { WebSocketServer } = clients("ws");
const { GoogleGenAI } = await import(clients.resolve("@google/genai-2"));

const TOOLS = [{ functionDeclarations: [{ name: SET_UP.name, parametersJsonSchema: SET_UP.inputSchema }] }];

let gemini, service, running, ai;

before(async () => {
  gemini = await standIn();
  service = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(service, "listening");
  const upstream = `http://127.0.0.1:${service.address().port}`;
  running = await gateway(upstream);
  ai = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: running.url } });
});

after(async () => {
  await running?.stop();
  service?.close();
  await gemini?.stop();
});

test("a session", async () => {
  const got = [];
  let arrived;
  const next = () => new Promise((resolve) => (arrived = resolve));
  const callbacks = { onmessage: (message) => (got.push(message), arrived?.()) };

  const connected = once(service, "connection");
  const opening = ai.live.connect({ model: "gemini-live-2.5", config: { tools: TOOLS }, callbacks });
  const [socket] = await connected;
  const heard = async () => JSON.parse((await once(socket, "message"))[0]);
  const { setup } = await heard();
  socket.send(Buffer.from(JSON.stringify({ setupComplete: {} })));
  const session = await opening;

  // Live accepts what older models accept: only `parameters`, which the stand-in checks.
  const [declaration] = setup.tools[0].functionDeclarations;
  assert.deepEqual(Object.keys(declaration).filter((key) => key.startsWith("parameters")), ["parameters"]);
  const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "x" }] }], tools: setup.tools });
  const judged = await fetch(`${gemini.url}/v1beta/models/gemini-2.0-flash:generateContent`, { method: "POST", body });
  assert.equal(judged.status, 200, await judged.text());

  const wire = { id: "1", name: declaration.name, args: { vars: [{ key: "HOME", value: "/" }], level: "5" } };
  const call = { id: "1", name: SET_UP.name, args: { vars: { HOME: "/" }, level: 5 } };
  const came = next();
  socket.send(Buffer.from(JSON.stringify({ toolCall: { functionCalls: [wire] } })));
  await came;
  assert.deepEqual(got.at(-1).toolCall.functionCalls, [call]);

  const answer = { id: "1", name: SET_UP.name, response: { output: "done" } };
  const answered = heard();
  session.sendToolResponse({ functionResponses: [answer] });
  assert.deepEqual(await answered, { toolResponse: { functionResponses: [{ ...answer, name: wire.name }] } });

  const turns = [{ role: "model", parts: [{ functionCall: call }] }, { role: "user", parts: [{ functionResponse: answer }] }];
  const told = heard();
  session.sendClientContent({ turns, turnComplete: false });
  const { clientContent } = await told;
  assert.deepEqual(clientContent.turns[0].parts[0].functionCall, wire);

  const closed = once(socket, "close");
  session.close();
  await closed;
});
