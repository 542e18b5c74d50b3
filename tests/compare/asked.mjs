// A program that answers a line for a line, asked one tool at a time: what hangs or dies is started again.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const SECONDS = 20;

export class Asked {
  #command;
  #options;
  #running;

  /** @param {string[]} command what is run; its answers are lines of JSON */
  constructor(command, options = {}) {
    this.#command = command;
    this.#options = options;
  }

  /** The answer, or why there is none. */
  async ask(tool) {
    this.#running ??= this.#start();
    const running = this.#running;
    const answer = new Promise((resolve) => (running.resolve = resolve));
    running.process.stdin.write(`${JSON.stringify(tool)}\n`);
    // The first answer waits for the import of the package, too.
    const limit = running.hasAnswered ? SECONDS : 6 * SECONDS;
    const timer = setTimeout(() => this.#end(`no answer in ${limit} seconds`), limit * 1000);
    const answered = await answer;
    clearTimeout(timer);
    running.hasAnswered = true;
    return answered;
  }

  /** Lets the program end. */
  stop() {
    this.#running?.process.stdin.end();
    this.#running = undefined;
  }

  #start() {
    const [program, ...given] = this.#command;
    const child = spawn(program, given, { stdio: ["pipe", "pipe", "ignore"], ...this.#options });
    const running = { process: child };
    createInterface({ input: child.stdout }).on("line", (line) => running.resolve?.(JSON.parse(line)));
    child.stdin.on("error", () => {});
    child.on("exit", (code, signal) => {
      if (this.#running === running) this.#running = undefined;
      running.resolve?.({ error: running.reason ?? `ended by ${signal ?? code}` });
    });
    return running;
  }

  #end(reason) {
    this.#running.reason = reason;
    this.#running.process.kill("SIGKILL");
  }
}
