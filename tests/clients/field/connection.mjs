// A real server over stdio, and what goes by: its list of tools may be changed, its calls are seen.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const TEE = fileURLToPath(new URL("tee.mjs", import.meta.url));

export class Connection extends StdioClientTransport {
  /** Changes the tools before the client gets them. */
  change = (tools) => tools;
  /** The parameters that start the server. */
  started;
  #log;

  /**
   * @param {object} server the parameters that start it, for the transport of the official SDK
   * @param {string} folder for the log of calls, not one that the server uses
   * @param {string[]} [through] a program that the server is put behind, with its arguments
   */
  constructor(server, folder, through = []) {
    const log = join(folder, "calls");
    writeFileSync(log, "");
    const [command, ...args] = [...through, process.execPath, TEE, log, server.command, ...server.args];
    const started = { ...server, command, args };
    super(started);
    this.started = started;
    this.#log = log;
  }

  /** The calls that reached the server since the last `forget`, each with its answer. */
  get calls() {
    const messages = readFileSync(this.#log, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const answers = messages.filter(({ method }) => !method);
    return messages
      .filter(({ method }) => method)
      .map(({ id, params }) => ({ ...params, answer: answers.find((answer) => answer.id === id) }));
  }

  forget() {
    writeFileSync(this.#log, "");
  }

  async start() {
    const listener = this.onmessage;
    this.onmessage = (message) => listener(this.#received(message));
    await super.start();
  }

  #received(message) {
    const { result } = message;
    return result?.tools ? { ...message, result: { ...result, tools: this.change(result.tools) } } : message;
  }
}
