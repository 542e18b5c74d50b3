// The same page in Firefox.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { serve } from "../../scripts/lib/serve.mjs";
import { startFirefox } from "./firefox.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));

let server, browser;
before(async () => {
  server = await serve(DIST);
  browser = await startFirefox();
});
after(async () => {
  await browser.close();
  server.close();
});

const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Waits for the tool of that name. */
const shows = (page, name) =>
  page.waitForFunction((name) => document.querySelector("#counts code")?.textContent === name, {}, name);

async function opened() {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(server.address);
  await page.mouse.move(300, 300);
  await page.waitForSelector(".editor >>> .cm-line");
  return { page, errors };
}

describe("in Firefox", () => {
  test("a tool is pasted, seen and chosen from the keyboard", async () => {
    const { page, errors } = await opened();
    assert.match(await textOf(page, "#verdict"), /^Gemini would reject this tool/);
    await page.select("#examples", "maps");
    await shows(page, "run_container");
    assert.match(await textOf(page, "#row-env"), /looser/);
    await page.keyboard.press("F8");
    await page.waitForSelector('.findings .issue[data-selected="true"]');
    await page.waitForSelector(".editor >>> .marked-text, .editor >>> .marked");
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("text is typed into the editor", async () => {
    const { page, errors } = await opened();
    const clear = await page.waitForSelector("button ::-p-text(Clear)");
    await clear.click();
    await page.click(".editor >>> .cm-content");
    await page.keyboard.type('{"name":"typed","inputSchema":{"type":"object"}}');
    await shows(page, "typed");
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("a link brings the state back", async () => {
    const { page, errors } = await opened();
    await page.select("#examples", "maps");
    await shows(page, "run_container");
    await (await page.waitForSelector("#share")).click();
    await page.waitForFunction(() => location.hash.startsWith("#v1="));
    const link = await page.evaluate(() => location.href);
    await page.keyboard.press("Escape");
    await page.select("#examples", "recursion");
    await shows(page, "save_outline");
    await page.goto("about:blank");
    await page.goto(link);
    await shows(page, "run_container");
    assert.deepEqual(errors, []);
    await page.close();
  });
});
