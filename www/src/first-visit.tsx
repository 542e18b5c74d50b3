// Renders the page that a visitor sees before anything is loaded; run in Node when the page is built.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { renderToString } from "preact-render-to-string";
import { App } from "./app/App";
import { answers } from "./engine/answers";
import { initSync } from "./engine/api";
import type { About, Examination } from "./engine/protocol";
import example from "./examples/references.json?raw";
import { remember } from "./state/first";

export async function firstVisit(): Promise<{ html: string; state: unknown }> {
  initSync(readFileSync(createRequire(import.meta.url).resolve("lapidary/wasm/small")));
  const choices = { target: "gemini", mode: "drop-in" } as const;
  const examination = (await answers.examine({ text: example, choices, tool: 0 })) as Examination;
  const about = answers.about(undefined) as About;
  // Of the other targets the names are shown, until the engine says more of them.
  const targets = about.targets.map((target) => (target.id === choices.target ? target : { ...target, summary: "" }));
  const detail = examination.detail!;
  // The page shows neither the evidence of a finding nor its pointer.
  const issues = detail.issues.map((issue) => ({ ...issue, evidence: [], pointer: "" }));
  const first = {
    text: example,
    about: { ...about, targets },
    examination: {
      ...examination,
      overview: { ...examination.overview, milliseconds: 0 },
      detail: { ...detail, issues },
    },
    offer: await answers.offer(undefined),
  };
  remember(first as Parameters<typeof remember>[0]);
  return { html: renderToString(<App />), state: first };
}
