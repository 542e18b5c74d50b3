// The engine off the main thread: whatever it is given, the page stays alive.

import wasm from "lapidary/wasm/small?url";
import { answers } from "./answers";
import { init } from "./api";
import { message } from "../words";
import type { Ask, Reply } from "./protocol";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const reply = (message: Reply) => scope.postMessage(message);

async function run({ id, name, given }: Ask): Promise<void> {
  try {
    const question = answers[name] as (given: unknown) => unknown;
    reply({ id, answer: await question(given) });
  } catch (error) {
    reply({ id, failed: message(error) });
  }
}

async function load(): Promise<void> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  await init(response);
  scope.onmessage = (event: MessageEvent<Ask>) => void run(event.data);
  reply({ ready: true });
}

load().catch((error: unknown) => reply({ unavailable: message(error) }));
