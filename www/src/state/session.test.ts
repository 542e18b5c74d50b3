// The answers of the engine as the page keeps them. The worker answers in the same thread.

import { afterAll, expect, test, vi } from "vitest";
import { answers } from "../engine/answers";
import type { Ask, Reply } from "../engine/protocol";
import { STANDARD } from "./choices";
import { openExample } from "./example";
import { begin, engineNow, put, putNext } from "./session";
import * as state from "./state";

class DirectWorker {
  onmessage: ((event: { data: Reply }) => void) | undefined;

  constructor() {
    queueMicrotask(() => this.onmessage?.({ data: { ready: true } }));
  }

  async postMessage({ id, name, given }: Ask): Promise<void> {
    const reply = await Promise.resolve()
      .then(() => (answers[name] as (given: unknown) => unknown)(given))
      .then(
        (answer): Reply => ({ id, answer }),
        (error: unknown): Reply => ({ id, failed: String(error) }),
      );
    this.onmessage?.({ data: reply });
  }

  terminate(): void {}
}

vi.stubGlobal("Worker", DirectWorker);
vi.setConfig({ testTimeout: 60_000 });
/** Waits as long as a machine needs on which other suites run. */
const until = (check: () => void) => vi.waitFor(check, 20_000);
afterAll(() => vi.unstubAllGlobals());

test("without an answer, what is shown is that of an earlier text", async () => {
  state.text.value = '{"name":"old","inputSchema":{"type":"object"}}';
  begin(false);
  await until(() => expect(state.detail.value?.name).toBe("old"));
  expect(state.stale.value).toBe(false);
  state.choices.value = { ...STANDARD, target: "unknown" };
  await until(() => expect(state.progress.value.kind).toBe("failed"));
  expect(state.stale.value).toBe(true);
  expect(state.overview.value).toMatchObject({ readAs: "nothing", kind: null, issues: [] });
  state.choices.value = STANDARD;
  await until(() => expect(state.stale.value).toBe(false));
  expect(state.overview.value?.readAs).toBe("MCP tool");
});

test("a target that this version lacks is replaced, and named", async () => {
  const { targets, version } = await engineNow().ask("about", undefined);
  state.about.value = { targets, version };
  state.choices.value = { ...STANDARD, target: "unknown", mode: "round-trip" };
  expect(state.choices.value).toMatchObject({ target: "gemini", mode: "round-trip" });
  expect(state.notice.value).toContain(`no target "unknown"`);
});

const functions = (count: number) => {
  const bounds = (index: number) => ([2, 7].includes(index) ? { exclusiveMinimum: 0 } : {});
  const parameters = (index: number) => ({
    type: "object",
    properties: { a: { type: "string" }, b: { type: "integer", ...bounds(index) } },
  });
  const declared = [...Array(count).keys()].map((index) => ({ name: `f_${index}`, parameters: parameters(index) }));
  return JSON.stringify({ tools: [{ functionDeclarations: declared }] });
};
const REJECTED =
  `400 Unknown name "exclusiveMinimum" at ` +
  `'tools[0].function_declarations[7].parameters.properties[1].value': Cannot find field.`;

test("the tool that an error is about is shown, with its parameter", async () => {
  for (const error of [
    REJECTED,
    "Unable to submit request because `f_7` functionDeclaration `parameters.b` schema didn't specify the schema type " +
      "field.",
  ]) {
    put(error);
    await until(() => expect(state.complaint.value).toBe(error));
    putNext(functions(10));
    await until(() => expect(state.detail.value?.name).toBe("f_7"));
    await until(() => expect(state.selectedRow.value).toBe("b"));
    const [explained] = await engineNow().ask("explain", { text: error });
    expect(explained?.places[0]?.tool).toEqual({ index: 7, name: "f_7", row: "b", parameter: "b" });
  }
  put(`${REJECTED}\n${functions(3)}`);
  await until(() => expect(state.detail.value?.name).toBe("f_2"));
});

test("what cannot be read has no result of the example that it replaces, and one of the text before", async () => {
  const tool = (name: string) => JSON.stringify({ name, inputSchema: { type: "object" } });
  await openExample("references");
  await until(() => expect(state.detail.value?.name).toBe("read_files"));
  putNext("{ broken");
  await until(() => expect(state.overview.value?.issues[0]?.severity).toBe("error"));
  expect([state.stale.value, state.detail.value]).toEqual([false, undefined]);
  putNext(tool("own"));
  await until(() => expect(state.detail.value?.name).toBe("own"));
  for (const broken of ["{ broken again", tool("own").slice(1)]) {
    state.text.value = broken;
    await until(() => expect(state.stale.value).toBe(true));
    expect(state.detail.value?.name).toBe("own");
  }
  // Of an example that somebody changes, the result stays as well.
  await openExample("references");
  await until(() => expect(state.detail.value?.name).toBe("read_files"));
  state.text.value = state.text.value.trimEnd().slice(0, -1);
  await until(() => expect(state.stale.value).toBe(true));
});

test("an error is forgotten with the second document, or with the text", async () => {
  put(REJECTED);
  await until(() => expect(state.complaint.value).toBe(REJECTED));
  putNext("hello");
  await until(() => expect(state.other.value?.what).toMatch(/^text/));
  putNext(functions(8));
  await until(() => expect(state.detail.value?.name).toBe("f_7"));
  expect(state.complaint.value).toBe(REJECTED);
  putNext(functions(3));
  expect(state.complaint.value).toBe("");
  put(REJECTED);
  await until(() => expect(state.complaint.value).toBe(REJECTED));
  putNext("");
  expect(state.complaint.value).toBe("");
});
