// What the worker answers. It keeps the last document, so that questions about it need not bring it again.

import * as engine from "./api";
import { draw, encode, restore, stream } from "./calls";
import { compare } from "./compare";
import { Document } from "./document";
import { combine, repair } from "./texts";
import type { Questions } from "./protocol";

export type Answers = {
  [Name in keyof Questions]: (
    given: Questions[Name]["given"],
  ) => Questions[Name]["answer"] | Promise<Questions[Name]["answer"]>;
};

const MOST_ISSUES = 5_000;

let current = new Document("", { target: "gemini", mode: "drop-in" });

export const answers: Answers = {
  about: () => ({ version: engine.version(), targets: engine.targets() }),
  examine({ text, choices, tool }) {
    current = current.with(text ?? current.text, choices);
    return { overview: current.overview(), detail: current.detail(tool) };
  },
  diff: ({ tool }) => current.unified(tool),
  output: () => current.result.output ?? "",
  declarations: ({ tool }) => current.declarations(tool),
  sources: ({ tool }) => current.sources(tool),
  patch: () => engine.patch(current.text, current.choices),
  report: ({ tool }) => current.report(tool),
  sarif: ({ tool, rules }) => current.sarif(tool, rules),
  markdown: ({ tool }) => current.markdown(tool),
  allIssues: () =>
    current.result.tools
      .flatMap(({ name, issues }) => issues.map((issue) => ({ tool: name, issue })))
      .slice(0, MOST_ISSUES),
  compare: ({ tool }) => compare(current, tool),
  repair: ({ text }) => repair(text),
  combine: ({ texts }) => combine(texts),
  draw: ({ tool, careless, seed }) => draw(current, tool, careless, seed),
  restore: ({ tool, call }) => restore(current, tool, call),
  encode: ({ tool, args }) => encode(current, tool, args),
  stream: ({ chunks }) => stream(current, chunks),
};
