import { beforeEach, expect, test } from "vitest";
import { answers } from "../engine/answers";
import type { Examination } from "../engine/protocol";
import { caretAt, innermost, onReveal, selectIssue, selectRow, step, toggle } from "./select";
import * as state from "./state";

const TEXT = JSON.stringify({
  name: "tool",
  inputSchema: {
    type: "object",
    properties: {
      plain: { type: "string" },
      outer: { type: "object", properties: { inner: { type: "integer", exclusiveMinimum: 0 } } },
    },
  },
});

let revealed: unknown[];
beforeEach(async () => {
  const choices = { target: "gemini", mode: "drop-in" } as const;
  state.text.value = TEXT;
  state.examination.value = (await answers.examine({ text: TEXT, choices, tool: 0 })) as Examination;
  state.folded.value = new Set();
  state.stale.value = state.onlyChanges.value = false;
  selectRow(undefined);
  revealed = [];
  onReveal((place) => revealed.push(TEXT.slice(place.from, place.to)));
});

const rows = () => state.visibleRows.value.map(({ id }) => id);

test("what is folded away is not shown, and what did not change only where all is wanted", () => {
  expect(rows()).toEqual(["plain", "outer", "outer.inner"]);
  toggle("outer");
  expect(rows()).toEqual(["plain", "outer"]);
  toggle("outer", true);
  state.onlyChanges.value = true;
  expect(rows()).toEqual(["outer", "outer.inner"]);
});

test("a finding leads to its row, unfolded, and to its place in the text", () => {
  toggle("outer");
  selectIssue(state.issues.value.findIndex(({ code }) => code === "GS014"), false);
  expect(state.selectedRow.value).toBe("outer.inner");
  expect(rows()).toContain("outer.inner");
  expect(revealed).toEqual(['"exclusiveMinimum"']);
  // The clicked element stays where it is: no detail opens above it.
  expect(state.openRow.value).toBeUndefined();
  selectRow("outer.inner");
  expect(state.openRow.value).toBe("outer.inner");
});

test("steps go through the findings, gravest first, and round", () => {
  const order = state.findings.value.flatMap(({ members }) => members);
  step(1);
  expect(state.issues.value[state.selectedIssue.value ?? -1]?.severity).toBe("error");
  for (let at = 0; at < order.length; at++) step(1);
  expect(state.selectedIssue.value).toBe(order[0]);
  step(-1);
  expect(state.selectedIssue.value).toBe(order.at(-1));
});

test("the caret selects the innermost row that holds it", () => {
  caretAt(TEXT.indexOf('"integer"') + 1);
  expect(state.selectedRow.value).toBe("outer.inner");
  caretAt(0);
  expect(state.selectedRow.value).toBeUndefined();
  expect(innermost({}, 5)).toBeUndefined();
});

test("a place of an earlier text is not shown in this one", () => {
  state.stale.value = true;
  selectRow("outer");
  caretAt(TEXT.indexOf('"plain"'));
  expect([state.selectedRow.value, revealed]).toEqual(["outer", []]);
});
