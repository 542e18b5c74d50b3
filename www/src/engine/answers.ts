// The answers of the worker. It keeps the last document, so that questions about it need not send it again. Code for
// rare questions is loaded on demand.

import * as engine from "./api";
import { Document } from "./document";
import type { Questions } from "./protocol";

export type Answers = {
  [Name in keyof Questions]: (
    given: Questions[Name]["given"],
  ) => Questions[Name]["answer"] | Promise<Questions[Name]["answer"]>;
};

const calls = () => import("./calls");

let current = new Document("", { target: "gemini", mode: "drop-in" });

export const answers: Answers = {
  about: () => ({
    version: engine.version(),
    targets: engine.targets().map(({ id, summary, dated }) => ({ id, summary, dated })),
  }),
  async examine({ text, choices, tool }) {
    const isSame = text === undefined || text === current.source;
    current = isSame ? current.with(choices) : await Document.of(text, choices);
    return { overview: current.overview(), detail: current.detail(tool) };
  },
  diff: ({ tool }) => current.unified(tool),
  output: () => current.result.output ?? "",
  declarations: ({ tool }) => current.declarations(tool),
  coded: ({ tool }) => current.coded(tool),
  sources: ({ tool }) => current.sources(tool),
  patch: () => engine.patch(current.text, current.choices),
  report: ({ tool }) => current.report(tool),
  async sarif({ tool, rules }) {
    const [{ sarif }, report] = [await import("../findings/sarif"), current.reportInCharacters(tool)];
    return JSON.stringify(sarif(report, rules, engine.version()), null, 2);
  },
  async markdown({ tool }) {
    const { reportAsMarkdown } = await import("../findings/markdown");
    const { tools } = current.result;
    return (tool === undefined ? tools : tools.slice(tool, tool + 1)).map(reportAsMarkdown).join("\n\n");
  },
  findings: async () => (await import("./compare")).findings(current),
  compare: async ({ tool }) => (await import("./compare")).compare(current, tool),
  offer: async () => (await import("./offer")).offer(current),
  survey: async ({ target }) => (await import("./compare")).survey(current, target),
  json: async () => (await import("../recognize/value/format")).formatted(current.text),
  explain: async ({ text }) => (await import("../recognize/explain")).explain(text, current),
  combine: async (given) => (await import("./texts")).combine(given.texts, current.choices),
  draw: async ({ tool, sloppy, seed }) => (await calls()).draw(current, tool, sloppy, seed),
  restore: async ({ tool, call }) => (await calls()).restore(current, tool, call),
  encode: async ({ tool, args }) => (await calls()).encode(current, tool, args),
  stream: async ({ chunks }) => (await calls()).stream(current, chunks),
};
