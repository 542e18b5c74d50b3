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

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

const IDS = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

describe("the page and the command line say the same of", () => {
  for (const id of IDS) {
    for (const mode of ["drop-in", "round-trip"]) {
      test(`${id}, ${mode}`, async () => {
        const file = join(EXAMPLES, `${id}.json`);
        const { page, check, close } = await open(setup, {
          path: `#ex=${id}`,
          context: { permissions: ["clipboard-read", "clipboard-write"] },
        });
        await page.getByText(mode, { exact: true }).click();
        await page.waitForFunction((id) => document.querySelector("#counts code, #verdict"), id);
        await settled(page);
        await tab(page, "Report");
        await page.getByText("JSON", { exact: true }).click();
        await page.locator("#panel .cm-line", { hasText: '"readAs"' }).waitFor();
        await page.locator("#panel").getByRole("button", { name: "Copy", exact: true }).click();
        await page.getByText("Copied").waitFor();
        const shown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
        const told = asJavaScriptSpells(JSON.parse(lapidary("check", "--json", "--mode", mode, file)));
        // The program counts columns and spans in bytes, the page in UTF-16.
        for (const { issues } of [...shown.tools, ...told.tools])
          for (const issue of issues) (delete issue.span, delete issue.column);
        assert.deepEqual(shown, told);
        check();
        await close();
      });
    }
  }
});
