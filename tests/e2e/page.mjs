// The built page in Debian's Chromium, served on loopback.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/lib/serve.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));
export const EXAMPLES = fileURLToPath(new URL("../../www/src/examples/", import.meta.url));
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const startChromium = () =>
  chromium.launch({ executablePath: process.env.HEADLESS_CHROMIUM ?? "/usr/bin/chromium", args: ARGS });

/** Starts the server and the browser. */
export async function start() {
  const server = await serve(DIST);
  const browser = await startChromium();
  return {
    address: server.address,
    browser,
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

/** Opens the page in a context of its own; `check` tells what must not have happened. */
export async function open({ browser, address }, { context = {}, prepare = async () => {}, path = "" } = {}) {
  const own = await browser.newContext({ serviceWorkers: "block", ...context });
  const page = await own.newPage();
  const foreign = [];
  const errors = [];
  own.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("blob:")) foreign.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await prepare(page);
  await page.goto(address + path);
  return {
    page,
    foreign,
    /** No request left the origin, and nothing failed unseen. */
    check() {
      assert.deepEqual(foreign, []);
      assert.deepEqual(errors, []);
    },
    close: () => own.close(),
  };
}

/** The violations that axe finds. The page has no frames, so legacy mode, which opens no second page, is enough. */
export async function violations(page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  return (await axe.analyze()).violations;
}

/** Waits until the newest text has its answer. */
export async function settled(page, timeout = 30_000) {
  await page.waitForFunction(() => document.querySelector("main")?.ariaBusy === "false", null, { timeout });
}

/** Pastes a text outside of the editor and waits for its answer. */
export async function paste(page, text, timeout) {
  await page.evaluate((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", value);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await settled(page, timeout);
}

/** Chooses an example of the menu. */
export async function example(page, id) {
  await page.locator("#examples").selectOption(id);
  await settled(page);
}

export const verdict = (page) => page.locator("#verdict").textContent();

export async function tab(page, name) {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** Opens the dialog that makes a link, which the address bar then has. */
export async function shareLink(page) {
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#v1="));
  return page.url();
}

/** Whether the page still answers. */
export async function stillWorks(page) {
  await paste(
    page,
    JSON.stringify({ name: "alive", inputSchema: { type: "object", properties: { a: { const: 1 } } } }),
  );
  await page.getByRole("row", { name: /^a / }).waitFor();
}

/** Tests, each with a page that is closed after it, and that may not have failed unseen. */
export function scenarios() {
  let setup;
  before(async () => {
    setup = await start();
  });
  after(() => setup.stop());
  return (name, work, { scripts = true, ...options } = {}) =>
    test(name, async () => {
      const { page, check, close } = await open(setup, { ...options, context: { javaScriptEnabled: scripts } });
      if (scripts) await settled(page);
      await work(page);
      check();
      await close();
    });
}

/** The row of a parameter. */
export const row = (page, name) => page.getByRole("row", { name: new RegExp(`^\\S* ?${name} `) });

/** Waits for the editor, which is loaded once the page is used. */
export async function edited(page) {
  await page.mouse.move(2, 2);
  await page.locator(".editor .cm-line").first().waitFor({ state: "attached" });
}

/** A picture of the page once nothing changes any more. */
export async function shot(page, path) {
  await settled(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled" });
}
