// The Gemini stand-in as a child process: a local server that validates requests as the service does and answers by
// their declarations. stand-in/README.md describes its prompts.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("stand-in", import.meta.url));

/**
 * Starts it on a free port, with the Python of `LAPIDARY_PYTHON` (`python3` without it), which needs what
 * tests/oracle/requirements.txt lists.
 *
 * @returns {Promise<{ url: string, requests: () => Promise<Received[]>, forget: () => Promise<void>,
 *   stop: () => Promise<void> }>} `url` has no slash at its end; `requests` gives all requests so far, or since
 *   `forget`: `text` as it came and `body` what it spells; `error` is what was said to a request that was refused.
 * @typedef {{ path: string, query: string, headers: Record<string, string>, text: string, body: any, status: number,
 *   error?: string }} Received
 */
export async function standIn() {
  const server = spawn(process.env.LAPIDARY_PYTHON ?? "python3", [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(server, "exit");
  const first = once(createInterface({ input: server.stdout }), "line").then(([line]) => line);
  const url = await Promise.race([
    first,
    exit.then(([code]) => Promise.reject(new Error(`the stand-in ended with ${code}: is LAPIDARY_PYTHON set?`))),
  ]);
  return {
    url,
    requests: async () => {
      const received = await (await fetch(`${url}/requests`)).json();
      return received.map((request) => ({
        ...request,
        get body() {
          return JSON.parse(request.text);
        },
      }));
    },
    forget: async () => {
      await fetch(`${url}/requests`, { method: "DELETE" });
    },
    stop: async () => {
      server.stdin.end();
      await exit;
    },
  };
}
