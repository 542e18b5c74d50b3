// One worker, one question at a time, started with the first of them. A newer text replaces the one that waits; a
// question that takes too long is ended together with its worker, and a new worker takes over.

import type { Ask, Choices, Examination, Question, Questions, Reply } from "./protocol";

const BASE_LIMIT = 10_000;
const LIMIT_PER_MEGABYTE = 2_000;

/** A newer question took the place of this one. */
export class Superseded extends Error {}

/** The engine cannot be loaded at all. */
export class Unavailable extends Error {}

interface Waiting {
  ask: Omit<Ask, "id">;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Engine {
  #worker: Worker | undefined;
  #ready = false;
  #running: Waiting | undefined;
  #queue: Waiting[] = [];
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  #gone: Unavailable | undefined;
  /** The state that a new worker has to get again. */
  #text = "";
  #last: { choices: Choices; tool: number } | undefined;
  #known = false;

  /** A text whose answer is known already: the engine reads it once there is a question about it. */
  remember(text: string, choices: Choices, tool: number): void {
    this.#text = text;
    this.#last = { choices, tool };
  }

  /** Puts a text to the engine; a later call makes an earlier one that still waits reject with `Superseded`. */
  examine(text: string, choices: Choices, tool: number): Promise<Examination> {
    const stale = this.#queue.filter(({ ask }) => ask.name === "examine");
    this.#queue = this.#queue.filter(({ ask }) => ask.name !== "examine");
    for (const { reject } of stale) reject(new Superseded());
    if (text !== this.#text) this.#known = false;
    this.remember(text, choices, tool);
    return this.#put("examine", { choices, tool });
  }

  ask<Name extends Exclude<Question, "examine">>(
    name: Name,
    given: Questions[Name]["given"],
  ): Promise<Questions[Name]["answer"]> {
    return this.#put(name, given);
  }

  #put<Name extends Question>(name: Name, given: Questions[Name]["given"]): Promise<Questions[Name]["answer"]> {
    if (this.#gone) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      this.#queue.push({ ask: { name, given }, resolve: resolve as Waiting["resolve"], reject });
      if (!this.#worker) this.#start();
      this.#next();
    });
  }

  #start(): void {
    this.#ready = false;
    this.#known = false;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<Reply>) => this.#receive(event.data);
    worker.onerror = (event) => this.#unavailable(event.message || "its script could not be loaded");
    this.#worker = worker;
  }

  #next(): void {
    if (!this.#ready || this.#running) return;
    const waiting = this.#take();
    if (!waiting) return;
    const id = ++this.#lastId;
    this.#running = waiting;
    const limit = BASE_LIMIT + (this.#text.length / 1_000_000) * LIMIT_PER_MEGABYTE;
    this.#watchdog = setTimeout(() => this.#restart(limit), limit);
    let { given } = waiting.ask;
    if (waiting.ask.name === "examine" && !this.#known) {
      given = { ...(given as object), text: this.#text } as Ask["given"];
      this.#known = true;
    }
    this.#worker?.postMessage({ id, name: waiting.ask.name, given });
  }

  /** The question that is next: of a text that the worker has not seen, its examination. */
  #take(): Waiting | undefined {
    const isSeen = this.#known || !this.#last || this.#queue.length === 0;
    const at = isSeen ? 0 : this.#queue.findIndex(({ ask }) => ask.name === "examine");
    if (at >= 0) return this.#queue.splice(at, 1)[0];
    return { ask: { name: "examine", given: this.#last! }, resolve: () => {}, reject: () => {} };
  }

  #restart(limit: number): void {
    this.#worker?.terminate();
    const stopped = this.#running ? [this.#running] : [];
    this.#running = undefined;
    if (stopped[0]?.ask.name === "examine") {
      // Without the examination there is nothing to ask about; a newer one may wait.
      stopped.push(...this.#queue.filter(({ ask }) => ask.name !== "examine"));
      this.#queue = this.#queue.filter(({ ask }) => ask.name === "examine");
    }
    this.#start();
    for (const { reject } of stopped) reject(new Error(`stopped after ${Math.round(limit / 1000)} seconds without an answer`));
  }

  #receive(reply: Reply): void {
    if ("ready" in reply) this.#ready = true;
    else if ("unavailable" in reply) return this.#unavailable(reply.unavailable);
    else this.#finish(reply);
    this.#next();
  }

  #finish(reply: Extract<Reply, { id: number }>): void {
    clearTimeout(this.#watchdog);
    const running = this.#running;
    this.#running = undefined;
    if ("failed" in reply) running?.reject(new Error(reply.failed));
    else running?.resolve(reply.answer);
  }

  #unavailable(message: string): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#ready = false;
    this.#gone = new Unavailable(message);
    for (const { reject } of [...(this.#running ? [this.#running] : []), ...this.#queue]) reject(this.#gone);
    this.#running = undefined;
    this.#queue = [];
  }
}
