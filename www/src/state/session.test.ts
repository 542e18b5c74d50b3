// The answers of the engine as the page keeps them. The worker answers in the same thread.

import { afterAll, expect, test, vi } from "vitest";
import { answers } from "../engine/answers";
import type { Ask, Reply } from "../engine/protocol";
import { STANDARD } from "./choices";
import { begin, engineNow } from "./session";
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
afterAll(() => vi.unstubAllGlobals());

test("without an answer, what is shown is that of an earlier text", async () => {
  state.text.value = '{"name":"old","inputSchema":{"type":"object"}}';
  begin(false);
  await vi.waitFor(() => expect(state.detail.value?.name).toBe("old"));
  expect(state.stale.value).toBe(false);
  state.choices.value = { ...STANDARD, target: "unknown" };
  await vi.waitFor(() => expect(state.progress.value.kind).toBe("failed"));
  expect(state.stale.value).toBe(true);
  expect(state.overview.value).toMatchObject({ readAs: "nothing", kind: null, issues: [] });
  state.choices.value = STANDARD;
  await vi.waitFor(() => expect(state.stale.value).toBe(false));
  expect(state.overview.value?.readAs).toBe("MCP tool");
});

test("a target that this version lacks is replaced, and named", async () => {
  const { targets, version } = await engineNow().ask("about", undefined);
  state.about.value = { targets, version };
  state.choices.value = { ...STANDARD, target: "unknown", mode: "round-trip" };
  expect(state.choices.value).toMatchObject({ target: "gemini", mode: "round-trip" });
  expect(state.notice.value).toContain(`no target "unknown"`);
});
