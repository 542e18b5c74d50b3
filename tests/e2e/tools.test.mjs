// Documents of many tools.

import assert from "node:assert/strict";
import { paste, scenarios, settled, verdict } from "./page.mjs";

const scenario = scenarios();

const tool = (name, schema) => ({ name, inputSchema: { type: "object", properties: { a: schema } } });
const good = (count) => Array.from({ length: count }, (_, at) => tool(`good_${at}`, { type: "string" }));
const BAD = tool("bad", { type: "object", additionalProperties: { type: "string" } });

scenario("the whole comes first, then the first tool that is rejected", async (page) => {
  await paste(page, JSON.stringify({ tools: [...good(47), BAD] }));
  await page.getByText("48 tools: 1 rejected as written.").waitFor();
  await page.locator("#counts").getByText("bad", { exact: true }).waitFor();
  assert.match(await verdict(page), /would reject/);
  const chosen = page.getByRole("listbox", { name: "Tools" }).getByRole("option", { selected: true });
  assert.match(await chosen.textContent(), /bad/);
  assert.ok(await chosen.evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const list = row.closest("[role=listbox]").getBoundingClientRect();
    return list.top <= top && bottom <= list.bottom;
  }), "the chosen tool is in sight");
});

scenario("a filter shows one of the tools that it leaves", async (page) => {
  await paste(page, JSON.stringify({ tools: [...good(3), BAD] }));
  await page.locator(".tools select").selectOption("fine");
  await settled(page);
  await page.locator("#counts").getByText("good_0", { exact: true }).waitFor();
  await page.locator(".tools select").selectOption("refused");
  await settled(page);
  await page.locator("#counts").getByText("bad", { exact: true }).waitFor();
});

scenario("one of several that is copied is not called all", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await paste(page, JSON.stringify({ tools: [...good(3), BAD] }));
  await page.getByRole("button", { name: "Copy declaration" }).click();
  await page.getByText("Copied 1 of 4").waitFor();
  await page.getByRole("button", { name: "All 4…" }).click();
  await page.locator("[name=Tools][value=all]:checked").waitFor({ state: "attached" });
});

scenario("what is replaced by the same text keeps its marks", async (page) => {
  const text = JSON.stringify(BAD, null, 2);
  await page.locator(".cm-content, #input, pre").first().hover();
  await paste(page, text);
  const marks = page.locator(".cm-lintRange");
  await marks.first().waitFor();
  const before = await marks.count();
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
  await page.waitForTimeout(1_000);
  assert.equal(await marks.count(), before);
});
