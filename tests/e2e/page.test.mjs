// What a newcomer does first.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { open, paste, settled, start } from "./page.mjs";

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

const output = async (page) => JSON.parse(await page.locator("#panel-output").textContent());
const PHONE = { viewport: { width: 360, height: 740 } };

describe("the example", () => {
  test("is there, and its output has the items that Gemini needs", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    assert.match(await page.locator("#input").inputValue(), /FileReadRequest/);
    const [{ name, parameters }] = await output(page);
    assert.equal(name, "read_files");
    const { items } = parameters.properties.files;
    assert.equal(items.type, "OBJECT");
    assert.equal(Object.keys(items.properties).length, 6);
    const nullable = Object.values(items.properties).filter((property) => property.nullable);
    assert.equal(nullable.length, 5);
    assert.match(await page.locator("#read-as").textContent(), /^read as: .+2 tools/);
    assert.match(await page.locator("#version").textContent(), /\d+\.\d+\.\d+/);
    await page.screenshot({ path: join(setup.shots, "example.png"), fullPage: true });
    console.log(`screenshots: ${setup.shots}`);
    check();
    await close();
  });

  test("has issues with a place, a cost and a reason, and each shows its text", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    const places = await page.locator(".issue .where").allTextContents();
    assert.ok(places.length >= 6, `${places.length} issues`);
    for (const place of places) assert.match(place, /^[1-9]\d*:[1-9]\d*$/);

    const reference = page.locator(".issue", { hasText: "GS001" }).first();
    await reference.locator("button.place").click();
    const chosen = await page.locator("#input").evaluate((input) => ({
      text: input.value.slice(input.selectionStart, input.selectionEnd),
      line: input.value.slice(0, input.selectionStart).split("\n").length,
      focused: document.activeElement === input,
    }));
    assert.match(chosen.text, /\$ref/);
    assert.equal(`${chosen.line}`, (await reference.locator(".where").textContent()).split(":")[0]);
    assert.ok(chosen.focused);

    await reference.locator("details.why > summary").click();
    await reference.locator(".rule p").first().waitFor({ state: "visible" });
    assert.ok((await reference.locator(".rule").textContent()).length > 80);
    assert.ok((await page.locator(".cost.gains, .cost.loses").count()) > 0);
    check();
    await close();
  });

  test("has a diff, reached by keyboard", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await page.getByRole("tab", { name: "Output" }).focus();
    await page.keyboard.press("ArrowRight");
    const diff = page.locator("#panel-diff");
    await diff.waitFor({ state: "visible" });
    assert.ok(await page.locator("#panel-output").isHidden());
    assert.ok((await diff.locator(".added").count()) > 0);
    assert.ok((await diff.locator(".removed").count()) > 0);
    check();
    await close();
  });

  test("gets another output for another target", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    const strict = await output(page);
    const ids = await page.locator("#target option").allTextContents();
    assert.deepEqual(ids.slice(0, 2), ["gemini", "gemini-api"]);
    const summary = await page.locator("#target-summary").textContent();
    await page.locator("#target").selectOption("gemini-api");
    await settled(page);
    assert.notDeepEqual(await output(page), strict);
    assert.notEqual(await page.locator("#target-summary").textContent(), summary);
    check();
    await close();
  });

  test("is copied whole", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, check, close } = await open(setup, { context: { permissions } });
    await settled(page);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied").waitFor();
    assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), await output(page));
    check();
    await close();
  });
});

describe("the page", () => {
  for (const [name, context] of Object.entries({
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    "on a phone": PHONE,
  })) {
    test(`has nothing that axe objects to, ${name}`, async () => {
      const { page, check, close } = await open(setup, { context });
      await settled(page);
      await page.locator("details.why > summary").first().click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
      await page.screenshot({ path: join(setup.shots, `${name.replaceAll(" ", "-")}.png`), fullPage: true });
      check();
      await close();
    });
  }

  test("fits a phone without sideways scrolling", async () => {
    const { page, check, close } = await open(setup, { context: PHONE });
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width);
    check();
    await close();
  });

  test("shows markup in a schema as text", async () => {
    const { page, check, close } = await open(setup);
    const markup = "<img src=x onerror=alert(1)>";
    await paste(page, JSON.stringify({ name: markup, inputSchema: { type: "object", [markup]: 1 } }));
    assert.equal(await page.locator("main img").count(), 0);
    assert.match(await page.locator("#tools").textContent(), /<img/);
    check();
    await close();
  });

  test("keeps to the newest text while one is typed", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await page.locator("#input").fill("");
    await page.locator("#input").pressSequentially('{"type":"object","properties":{"last":{"type":"string"}}}', { delay: 20 });
    await settled(page);
    assert.match(await page.locator("#panel-output").textContent(), /"last"/);
    check();
    await close();
  });
});
