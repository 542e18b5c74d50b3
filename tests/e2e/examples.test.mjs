// Every example of the menu: what the page shows is what the command line answers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { EXAMPLES, open, settled, start, tab } from "./page.mjs";

const LAPIDARY = process.env.LAPIDARY_BIN;

function lapidary(...args) {
  const { stdout, stderr, status } = spawnSync(LAPIDARY, args, { encoding: "utf8" });
  assert.ok(status === 0 || status === 1, stderr);
  return stdout;
}

const camel = (object) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  );

/** A report of the program in the names that JavaScript has for it, without what the program adds: its version, a date. */
function asJavaScriptSpells({ version: _, summary: { timestamp: __, ...summary }, tools, ...report }) {
  return { ...camel(report), summary: camel(summary), tools: tools.map(camel) };
}

/** A log of SARIF without the name of the file: what is pasted into the page has none. */
function withoutFile(log) {
  for (const { locations } of log.runs[0].results)
    for (const { physicalLocation } of locations) delete physicalLocation.artifactLocation.uri;
  return log;
}

const onOneLine = (json) => json.replace(/\n */g, "");

/** Copies what the chosen tab has of all tools. */
async function copied(page) {
  const panel = page.locator("#panel");
  const all = panel.getByText("All tools", { exact: true });
  await panel.locator(".cm-line").first().waitFor();
  if (await all.isVisible()) await all.click();
  await panel.getByRole("button", { name: "Copy", exact: true }).click();
  await panel.getByText("Copied").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** There is a row for each parameter, and the findings are counted as the program counts them. */
async function assertParameters(page, { tools: [tool], issues }) {
  const names = await page.locator('.line[aria-level="1"] .parameter').allTextContents();
  assert.deepEqual(names, Object.keys(tool.originalSchema.properties ?? {}).map((name) => name || "no name"));
  const count = (severity) => [...issues, ...tool.issues].filter((issue) => issue.severity === severity).length;
  const [errors, warnings, infos] = ["error", "warning", "info"].map(count);
  const shown = await page.locator("#findings-label").textContent();
  assert.deepEqual(shown.match(/\d+/g).map(Number), [errors, warnings, infos]);
}

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

const IDS = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

/** Compares the page's result for the example with that of the program. */
async function assertSame(page, mode, file) {
  await page.getByText(mode, { exact: true }).click();
  await settled(page);
  await tab(page, "Declaration");
  const output = lapidary("transform", "--indent", "2", "--mode", mode, file);
  // Of one tool alone, the page shows the declaration without what the document wraps it in.
  assert.ok(onOneLine(output).includes(onOneLine(await copied(page))));
  await tab(page, "Report");
  await page.getByText("JSON", { exact: true }).click();
  await page.locator("#panel .cm-line", { hasText: '"readAs"' }).waitFor();
  const shown = JSON.parse(await copied(page));
  await tab(page, "Parameters");
  await assertParameters(page, shown);
  const told = asJavaScriptSpells(JSON.parse(lapidary("check", "--json", "--mode", mode, file)));
  // The program counts columns and spans in bytes, the page in UTF-16.
  for (const { issues } of [...shown.tools, ...told.tools])
    for (const issue of issues) (delete issue.span, delete issue.column);
  assert.deepEqual(shown, told);
  await tab(page, "Report");
  await page.getByText("SARIF", { exact: true }).click();
  await page.locator("#panel .cm-line", { hasText: "sarif-2.1.0" }).waitFor();
  const sarif = JSON.parse(lapidary("check", "--format", "sarif", "--mode", mode, file));
  assert.deepEqual(withoutFile(JSON.parse(await copied(page))), withoutFile(sarif));
}

describe("the page and the command line say the same of", () => {
  for (const id of IDS) {
    test(id, async (it) => {
      const { page, check, close } = await open(setup, {
        path: `#ex=${id}`,
        context: { permissions: ["clipboard-read", "clipboard-write"] },
      });
      await page.waitForFunction(() => document.querySelector("#counts code, #verdict"));
      for (const mode of ["drop-in", "round-trip"])
        await it.test(mode, () => assertSame(page, mode, join(EXAMPLES, `${id}.json`)));
      check();
      await close();
    });
  }
});
