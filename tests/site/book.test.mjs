// The documentation in Debian's Chromium: what is asked for, what is said wrong, search, and what axe finds.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { site } from "./site.mjs";

const { address, stop } = await site();
let browser;
before(async () => {
  const executablePath = process.env.HEADLESS_CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser.close();
  stop();
});

/** Opens a page of the documentation; `wrong` is what must stay empty. */
async function open(path, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) wrong.push(request.url());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  await page.goto(`${address}docs/${path}`);
  return { page, wrong };
}

const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 800 } },
};

for (const [name, options] of Object.entries(LOOKS)) {
  describe(name, () => {
    for (const path of ["index.html", "CHECK.html", "CLIENTS.html", "FIDELITY.html", "rules/GS014.html", "TARGETS.html"]) {
      test(`${path} is sound, and nothing is asked of others`, async () => {
        const { page, wrong } = await open(path, options);
        // Without frames, no page of its own is needed in which axe gathers what it finds in each.
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        const [text, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(text <= screen, "the page does not scroll sideways");
        assert.deepEqual(wrong, []);
      });
    }
  });
}

test("a page lists its headings in the sidebar", async () => {
  const { page, wrong } = await open("FAQ.html");
  const headings = await page.locator("main h2").allTextContents();
  assert.ok(headings.length > 1);
  await page.locator(".on-this-page").waitFor();
  assert.deepEqual(await page.locator(".on-this-page a").allTextContents(), headings);
  assert.deepEqual(wrong, []);
});

test("search leads to a rule by its keyword", async () => {
  const { page, wrong } = await open("index.html");
  await page.locator("body").press("/");
  await page.locator("#mdbook-searchbar").pressSequentially("exclusiveMinimum");
  const results = page.locator("#mdbook-searchresults a");
  await results.first().waitFor();
  const found = await results.evaluateAll((links) => links.map(({ pathname }) => pathname));
  assert.ok(found.some((path) => path.endsWith("/docs/rules/GS014.html")), found.join("\n"));
  await results.first().click();
  await page.locator("mark").first().waitFor();
  assert.deepEqual(wrong, []);
});

test("an example of a rule opens in the page", async () => {
  const { page, wrong } = await open("rules/GS014.html", { serviceWorkers: "block" });
  await page.getByRole("button", { name: "Open in the page" }).first().click();
  await page.waitForURL(/index\.html/);
  for (const parameter of ["line", "price"]) await page.getByRole("treegrid").getByText(parameter, { exact: true }).waitFor();
  assert.deepEqual(wrong, []);
});

test("the theme that was chosen stays", async () => {
  const { page } = await open("index.html", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel("Theme").selectOption("dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(`${address}docs/CHECK.html`);
  assert.equal(await ground(), dark);
});

test("on a phone the contents open by keyboard, and lead on", async () => {
  const { page, wrong } = await open("index.html", LOOKS.phone);
  assert.equal(await page.locator("#mdbook-sidebar").isVisible(), false);
  await page.getByRole("button", { name: "Contents" }).press("Enter");
  await page.locator("#mdbook-sidebar").getByRole("link", { name: "Transform", exact: true }).press("Enter");
  await page.waitForURL("**/TRANSFORM.html");
  assert.deepEqual(wrong, []);
});
