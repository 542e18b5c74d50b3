// The built page in Debian's Chromium, served on loopback.

import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../scripts/lib/serve.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the server and the browser. */
export async function start() {
  const server = await serve(DIST);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ARGS,
  });
  const shots = await mkdtemp(join(tmpdir(), "lapidary-page-"));
  return {
    address: server.address,
    browser,
    shots,
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

/** Opens the page in a context of its own; `check` tells what must not have happened. */
export async function open({ browser, address }, { context = {}, prepare = async () => {} } = {}) {
  const own = await browser.newContext(context);
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
  await page.goto(address);
  return {
    page,
    /** No request left the origin, and nothing failed unseen. */
    check() {
      assert.deepEqual(foreign, []);
      assert.deepEqual(errors, []);
    },
    close: () => own.close(),
  };
}

/** Waits until the newest text has its answer. */
export async function settled(page, timeout = 30_000) {
  await page.waitForFunction(() => document.body.ariaBusy === "false", null, { timeout });
}

/** Puts a text into the paste box and waits for its answer. */
export async function paste(page, text, timeout) {
  await page.evaluate((value) => {
    const input = document.getElementById("input");
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }, text);
  await settled(page, timeout);
}

/** Whether the example, asked for again, still gets its answer. */
export async function stillWorks(page) {
  await page.getByRole("button", { name: "Example" }).click();
  await settled(page);
  const [tool] = JSON.parse(await page.locator("#panel-output").textContent());
  assert.equal(tool.name, "read_files");
}
