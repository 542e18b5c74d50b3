// The declaration that a client sends to Gemini: `fetch` is replaced, so nothing is sent, and the body is read.

const ANSWER = {
  candidates: [{ index: 0, content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};

let body;
globalThis.fetch = async (input, init) => {
  body = input instanceof Request ? await input.text() : init.body;
  return new Response(JSON.stringify(ANSWER), { headers: { "content-type": "application/json" } });
};

/** The declaration that a request holds. */
export async function declaration(request) {
  body = undefined;
  await request();
  if (body === undefined) throw new Error("no request was sent");
  const declarations = (JSON.parse(body).tools ?? []).flatMap((held) => held.functionDeclarations ?? []);
  if (declarations.length !== 1) throw new Error(`${declarations.length} declarations were sent`);
  return declarations[0];
}

/** An MCP client of a server that has one tool: what adapters ask of it, without a server. */
export const serving = (tool) => ({
  listTools: async () => ({ tools: [tool] }),
  callTool: async () => ({ content: [] }),
  getServerVersion: () => ({ name: "compare", version: "1.0.0" }),
  getServerCapabilities: () => ({ tools: {} }),
});
