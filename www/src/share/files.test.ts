import { expect, test } from "vitest";
import * as state from "../state/state";
import { putAll } from "./files";

test("of several files, those that are not read are named", () => {
  const unread = { unread: "text without a tool", notes: [] };
  putAll(["a.yaml", "b.txt"], { text: "{}", texts: [{ notes: [{ text: "Omitted.", line: 4 }] }, unread] });
  expect([state.text.value, state.origin.value]).toEqual(["{}", "a.yaml"]);
  expect(state.notice.value).toBe("a.yaml, line 4: Omitted. b.txt is not read: text without a tool.");
  putAll(["c.txt"], { text: "", texts: [unread] });
  expect(state.text.value).toBe("{}");
  expect(state.notice.value).toBe("c.txt is not read: text without a tool.");
});
