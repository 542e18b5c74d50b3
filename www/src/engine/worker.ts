// The engine off the main thread: whatever it is given, the page stays alive.

import { diff, init, type Rule, targets, transform, version } from "lapidary/slim";
import rules from "lapidary/rules.json";
import wasm from "lapidary/wasm?url";
import type { Job, Reply } from "./protocol";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const reply = (message: Reply) => scope.postMessage(message);
const INDENT = 2;
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

function run({ id, text, options }: Job) {
  const start = performance.now();
  try {
    const result = transform(text, { ...options, indent: INDENT });
    const { unified } = diff(text, options);
    reply({ kind: "done", id, answer: { result, unified, milliseconds: performance.now() - start } });
  } catch (error) {
    reply({ kind: "failed", id, message: words(error) });
  }
}

async function load(): Promise<void> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  await init(response);
  scope.onmessage = (event: MessageEvent<Job>) => run(event.data);
  reply({ kind: "ready", about: { version: version(), targets: targets(), rules: rules as Rule[] } });
}

load().catch((error: unknown) => reply({ kind: "unavailable", message: words(error) }));
