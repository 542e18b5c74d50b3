// A real server over stdio, and what goes by: its list of tools may be changed, its calls are seen.

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

export class Connection extends StdioClientTransport {
  /** What becomes of the tools before the client gets them. */
  change = (tools) => tools;
  /** The calls since the last `forget`, each with the server's answer. */
  calls = [];

  forget() {
    this.calls = [];
  }

  async start() {
    const listener = this.onmessage;
    this.onmessage = (message) => listener(this.#received(message));
    await super.start();
  }

  async send(message, options) {
    if (message.method === "tools/call") this.calls.push({ id: message.id, ...message.params });
    await super.send(message, options);
  }

  #received(message) {
    const call = this.calls.find(({ id }) => id === message.id);
    if (call) call.answer = message;
    const { result } = message;
    return result?.tools ? { ...message, result: { ...result, tools: this.change(result.tools) } } : message;
  }
}
