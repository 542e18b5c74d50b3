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

/** One of each kind for Gemini. */
const EACH = [
  tool("as_it_is", { type: "string" }),
  tool("changed", { type: "string", const: "x" }),
  BAD,
  { name: "without_arguments", inputSchema: { type: "object", properties: {}, additionalProperties: false } },
];
/** A tool that can no longer be called with arguments. */
const IMPOSSIBLE = { name: "impossible", inputSchema: { type: "array", items: { type: "string" } } };

const WORST = ["rejected", "loses meaning", "fixed", "accepted as written"];

const rows = (page) => page.locator(".survey tbody tr");
const line = (page, name) => page.getByRole("row", { name: new RegExp(`^${name} `) });

async function compare(page, by = "Tools") {
  await page.getByRole("button", { name: "Compare them" }).click();
  await page.getByRole("dialog").getByText(by, { exact: true }).first().click();
  await rows(page).first().waitFor();
}

scenario("all stand in a table, the most harmed first, and one is chosen there", async (page) => {
  await paste(page, JSON.stringify({ tools: EACH }));
  await compare(page);
  assert.deepEqual(await rows(page).locator("th").allTextContents(), [
    "bad", "changed", "without_arguments", "as_it_is",
  ]);
  assert.match(await line(page, "bad").textContent(), /loses meaning/);
  for (const name of ["changed", "without_arguments"])
    assert.match(await line(page, name).textContent(), /fixed/);
  assert.match(await line(page, "as_it_is").textContent(), /accepted as written/);
  await line(page, "changed").click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.locator("#counts").getByText("changed", { exact: true }).waitFor();
});

scenario("what is omitted is called rejected, and comes first", async (page) => {
  await paste(page, JSON.stringify({ tools: [...EACH, IMPOSSIBLE] }));
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByLabel("On error").selectOption("omit");
  await page.keyboard.press("Escape");
  await settled(page);
  await compare(page);
  assert.match(await rows(page).first().textContent(), /^impossible.*rejected/);
  assert.match(await page.locator(".survey .badge").first().textContent(), /1 rejected/);
});

scenario("the table has a column for every target, and agrees with each", async (page) => {
  await paste(page, JSON.stringify({ tools: EACH }));
  const targets = await page.locator("#target option").allTextContents();
  await compare(page, "Targets");
  await page.waitForFunction(() => !document.querySelector(".survey thead").textContent.includes("…"));
  const columns = page.locator(".survey thead th").filter({ has: page.getByRole("button") });
  assert.deepEqual(await columns.allTextContents(), targets);
  const cells = await rows(page).evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("[role=img]")].map((sign) => sign.ariaLabel)),
  );
  const whole = await page.locator(".survey thead tr").nth(1).locator("td").allTextContents();
  for (const [at, target] of targets.entries()) {
    const outcomes = cells.map((row) => row[at]);
    const kept = outcomes.filter((outcome) => WORST.indexOf(outcome) > 1).length;
    assert.equal(whole[at + 1], String(kept), target);
    await page.getByRole("button", { name: `Order by ${target}`, exact: true }).click();
    await settled(page);
    const first = await rows(page).first().locator("[role=img]").nth(at).getAttribute("aria-label");
    assert.equal(first, WORST.find((outcome) => outcomes.includes(outcome)), target);
  }
});

scenario("a rule leads to its findings in all tools", async (page) => {
  await paste(page, JSON.stringify({ tools: [...EACH, ...EACH.map(({ name, ...rest }) => ({ name: `${name}_2`, ...rest }))] }));
  await compare(page, "Rules");
  const rule = page.getByRole("row", { name: /^GS010 / });
  assert.match(await rule.textContent(), /additionalProperties.*error.*44$/);
  await rule.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.locator(".findings").getByText("4 errors · 0 warnings · 0 cosmetic").waitFor();
  assert.deepEqual([...new Set(await page.locator(".findings .code").allTextContents())], ["GS010"]);
  assert.ok(await page.locator("#findings-label").evaluate((label) => label.getBoundingClientRect().top < innerHeight));
});

scenario("a thousand are looked through with keys, and the window stays where it is", async (page) => {
  const tools = Array.from({ length: 1_000 }, (_, at) => tool(`tool_${at}`, { type: "string", const: String(at) }));
  await paste(page, JSON.stringify({ tools }));
  await compare(page);
  assert.ok((await rows(page).count()) < tools.length, "not all rows are drawn at once");
  await rows(page).first().focus();
  await page.keyboard.press("End");
  const focused = () => page.evaluate(() => document.activeElement.querySelector("th")?.textContent);
  const last = await focused();
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await focused(), last);
  for (let times = 0; times < 30; times++) {
    await page.keyboard.press("ArrowUp");
    const [head, row] = await page.evaluate(() => [
      document.activeElement.closest("table").tHead.getBoundingClientRect().bottom,
      document.activeElement.getBoundingClientRect().top,
    ]);
    assert.ok(head <= row + 1, `${await focused()} is behind the head`);
  }
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText(/800 further tools/).waitFor();
  await page.getByRole("searchbox", { name: "Search tools" }).last().fill("_77");
  await page.waitForFunction(() => document.querySelectorAll(".survey tbody tr").length === 11);
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 20_000);
  assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
  await line(page, "tool_777").focus();
  await page.keyboard.press("Enter");
  await page.locator("#counts").getByText("tool_777", { exact: true }).waitFor();
});
