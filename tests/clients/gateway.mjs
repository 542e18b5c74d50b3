// `lapidary gateway` as a child process, the program of `LAPIDARY_BIN`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Starts it on a free port, before a service.
 *
 * @param {string} upstream the address of the service
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` has no slash at its end
 */
export async function gateway(upstream) {
  const program = process.env.LAPIDARY_BIN ?? "lapidary";
  const args = ["gateway", "--listen", "127.0.0.1:0", "--upstream", upstream];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stderr });
  const first = await Promise.race([
    once(lines, "line").then(([line]) => line),
    exit.then(([code]) => Promise.reject(new Error(`the gateway ended with ${code}: is LAPIDARY_BIN set?`))),
  ]);
  // Reads the log and discards it, so that the pipe does not fill.
  lines.on("line", () => {});
  return {
    url: /^listening on (\S+)$/.exec(first)[1],
    stop: async () => {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
