// One worker, one job at a time. A newer job replaces the one that waits; a job that takes too
// long is ended together with its worker, and a new worker takes over.

import type { Options } from "lapidary/slim";
import type { About, Answer, Job, Reply } from "./protocol";

export interface Listener {
  ready(about: About): void;
  busy(): void;
  done(answer: Answer): void;
  failed(message: string): void;
  unavailable(message: string): void;
}

const BASE_LIMIT = 10_000;
const LIMIT_PER_MEGABYTE = 2_000;

export class Engine {
  #worker: Worker | undefined;
  #ready = false;
  #running: Job | undefined;
  #waiting: Job | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#start();
  }

  run(text: string, options: Options): void {
    this.#waiting = { id: ++this.#lastId, text, options };
    this.#listener.busy();
    this.#next();
  }

  #start(): void {
    this.#ready = false;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<Reply>) => this.#receive(event.data);
    worker.onerror = (event) => this.#unavailable(event.message || "its script could not be loaded");
    this.#worker = worker;
  }

  #next(): void {
    if (!this.#ready || this.#running || !this.#waiting) return;
    const job = this.#waiting;
    this.#waiting = undefined;
    this.#running = job;
    const limit = BASE_LIMIT + (job.text.length / 1_000_000) * LIMIT_PER_MEGABYTE;
    this.#watchdog = setTimeout(() => this.#restart(limit), limit);
    this.#worker?.postMessage(job);
  }

  #restart(limit: number): void {
    this.#worker?.terminate();
    this.#running = undefined;
    this.#start();
    this.#listener.failed(`stopped after ${Math.round(limit / 1000)} seconds without an answer`);
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case "ready":
        this.#ready = true;
        this.#listener.ready(reply.about);
        break;
      case "unavailable":
        this.#unavailable(reply.message);
        return;
      case "done":
      case "failed":
        this.#finish(reply);
        break;
    }
    this.#next();
  }

  #finish(reply: Extract<Reply, { id: number }>): void {
    clearTimeout(this.#watchdog);
    this.#running = undefined;
    // A newer text waits: its answer is the one to show.
    if (this.#waiting) return;
    if (reply.kind === "done") this.#listener.done(reply.answer);
    else this.#listener.failed(reply.message);
  }

  #unavailable(message: string): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#ready = false;
    this.#listener.unavailable(message);
  }
}
