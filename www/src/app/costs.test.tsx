import { renderToString as render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { Document } from "../engine/document";
import { STANDARD } from "../state/choices";
import * as state from "../state/state";
import { Cost } from "./Costs";

const text = (html: string) => html.replace(/<[^>]*>/g, "");

test("what a request loses beside the tool is no cost of the tool", () => {
  const parameters = { type: "object", properties: { a: { type: "string" } } };
  const tools = [{ type: "web_search" }, { type: "function", function: { name: "f", parameters } }];
  const request = { model: "m", messages: [], tools };
  const document = new Document(JSON.stringify(request), STANDARD);
  state.examination.value = { overview: document.overview(), detail: document.detail(0) };
  expect(text(render(<Cost />))).toBe("Cost The document: web_search is not a function with a schema; not declared.");
});

test("a cost of the tool is named with its parameter", () => {
  const inputSchema = { type: "object", properties: { a: { type: "string", pattern: "^a$", not: { const: "b" } } } };
  const document = new Document(JSON.stringify({ name: "f", inputSchema }), STANDARD);
  state.examination.value = { overview: document.overview(), detail: document.detail(0) };
  expect(text(render(<Cost />))).toMatch(/^Cost a also accepts /);
});
