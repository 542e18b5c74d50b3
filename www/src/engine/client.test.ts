// The order of questions to a worker. The worker is a fake, as the engine cannot be made to hang.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choices } from "./api";
import { Engine } from "./client";
import type { Ask, Reply } from "./protocol";

const choices = {} as Choices;
let workers: FakeWorker[] = [];

class FakeWorker {
  onmessage: ((event: { data: Reply }) => void) | undefined;
  asked: Ask[] = [];

  constructor() {
    workers.push(this);
    queueMicrotask(() => this.onmessage?.({ data: { ready: true } }));
  }

  postMessage(ask: Ask): void {
    this.asked.push(ask);
  }

  answer(answer: unknown = {}): void {
    this.onmessage?.({ data: { id: this.asked.at(-1)!.id, answer } as Reply });
  }

  terminate(): void {}

  get names(): string[] {
    return this.asked.map(({ name }) => name);
  }
}

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textOf = (ask: Ask) => (ask.given as { text?: string }).text;

test("the text is given once, and before a question about it", async () => {
  const engine = new Engine();
  engine.remember("{}", choices, 0);
  void engine.ask("about", undefined);
  await vi.advanceTimersByTimeAsync(0);
  const [worker] = workers as [FakeWorker];
  expect(worker.names).toEqual(["examine"]);
  expect(textOf(worker.asked[0]!)).toBe("{}");
  worker.answer();
  expect(worker.names).toEqual(["examine", "about"]);
  worker.answer();
  void engine.examine("{}", choices, 1);
  expect(textOf(worker.asked[2]!)).toBeUndefined();
});

test("a worker that takes over is given the text before the questions that wait", async () => {
  const engine = new Engine();
  void engine.examine("{}", choices, 0);
  await vi.advanceTimersByTimeAsync(0);
  workers[0]!.answer();
  const hangs = engine.ask("about", undefined).catch((error: Error) => error.message);
  const waits = engine.ask("about", undefined);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await hangs).toContain("stopped after 10 seconds");
  const second = workers[1]!;
  expect(second.names).toEqual(["examine"]);
  expect(textOf(second.asked[0]!)).toBe("{}");
  second.answer();
  second.answer("yes");
  expect(await waits).toBe("yes");
});

test("questions about a text that cannot be examined are ended with it, and a newer text is read", async () => {
  const engine = new Engine();
  const message = (error: Error) => error.message;
  const hangs = engine.examine("[", choices, 0).catch(message);
  const waits = engine.ask("about", undefined).catch(message);
  const newer = engine.examine("{}", choices, 0).catch(message);
  await vi.advanceTimersByTimeAsync(0);
  expect(await hangs).toBe("");
  const still = engine.ask("about", undefined).catch(message);
  await vi.advanceTimersByTimeAsync(11_000);
  for (const stopped of [waits, newer, still]) expect(await stopped).toContain("stopped");
  const latest = engine.examine("{ }", choices, 0);
  await vi.advanceTimersByTimeAsync(0);
  workers[1]!.answer("read");
  expect(await latest).toBe("read");
});
