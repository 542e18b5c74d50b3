// Whatever is pasted, the page answers with a result or a reason, and goes on working.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { edited, open, paste, settled, start, stillWorks, tab, verdict } from "./page.mjs";

const MINUTES = 60_000;
const nested = (levels) => '{"items":'.repeat(levels) + "{}" + "}".repeat(levels);
const bomb = (levels) => {
  const $defs = { d0: { type: "string" } };
  for (let i = 1; i <= levels; i++) {
    const $ref = `#/$defs/d${i - 1}`;
    $defs[`d${i}`] = { type: "object", properties: { a: { $ref }, b: { $ref } } };
  }
  return JSON.stringify({ $defs, $ref: `#/$defs/d${levels}` });
};

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script>`';

const INPUTS = {
  "not JSON": "tools: none",
  "a number": "5",
  "a string": '"x"',
  "an empty list": "[]",
  null: "null",
  "true as schema": "true",
  "an empty object": "{}",
  "a tool without inputSchema": '{"name":"a"}',
  "200,000 levels": nested(200_000),
  "200,000 open brackets": "[".repeat(200_000),
  "a 30-level reference bomb": bomb(30),
  "a reference to the root": '{"$ref":"#"}',
  "wrong kinds": '{"type":5,"properties":[1],"required":"a"}',
  "a bad escape": '{"type":"\\q"}',
  "a lone surrogate": '{"title":"\\ud800","type":"object"}',
  "duplicate keys": '{"type":"object","type":"string","properties":{"a":{},"a":{"type":"null"}}}',
  "a property named __proto__":
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  "1e400": '{"type":"object","properties":{"a":{"type":"number","maximum":1e400}}}',
  "markup in every string": JSON.stringify({
    name: MARKUP,
    description: MARKUP,
    inputSchema: {
      type: "object",
      [MARKUP]: MARKUP,
      title: MARKUP,
      properties: { [MARKUP]: { const: MARKUP, title: MARKUP } },
      required: [MARKUP],
    },
  }),
  "CRLF and a byte order mark": '\ufeff{\r\n"type": "object",\r\n"title": 1\r\n}',
};

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

describe("a good answer to", () => {
  for (const [name, text] of Object.entries(INPUTS)) {
    test(name, async () => {
      const { page, check, close } = await open(setup);
      await settled(page);
      await paste(page, text, 2 * MINUTES);
      assert.deepEqual(await page.getByRole("alert").allTextContents(), []);
      assert.match(await page.locator("#read-as").textContent(), /^Read as: \S/);
      assert.notEqual(await verdict(page), "");
      assert.equal(await page.locator("main img:not(.cm-widgetBuffer), main script").count(), 0);
      await stillWorks(page);
      check();
      await close();
    });
  }

  test("characters that reorder text: they are seen wherever the text is shown", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    const hidden = "\u202elive\u202c\u2068";
    const property = { type: "string", exclusiveMinimum: 0, const: hidden, description: hidden, [hidden]: 1 };
    const inputSchema = { type: "object", properties: { [hidden]: property }, required: [hidden] };
    const tools = ["a", hidden].map((name) => ({ name, description: hidden, inputSchema }));
    await paste(page, JSON.stringify({ tools }));
    await edited(page);
    const shown = () =>
      page.evaluate(() => {
        const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
        const isShown = (element) => !/^(?:script|style)$/i.test(element.localName) && element.checkVisibility();
        const own = [document.body, ...roots].flatMap((root) => [...root.querySelectorAll("*")].filter(isShown));
        const texts = own.flatMap((element) => [
          ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
          element.title ?? "",
          element.ariaLabel ?? "",
        ]);
        return texts.join("\n");
      });
    for (const name of await page.getByRole("tab").allTextContents()) {
      await tab(page, name);
      await page.waitForTimeout(300);
      const text = await shown();
      assert.ok(text.includes(String.raw`\u202elive\u202c`), name);
      assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/, name);
    }
    check();
    await close();
  });

  test("50 MB", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    // Made in the page, so that the test does not carry it there.
    await page.evaluate(() => {
      const tool = (_, i) => `{"name":"t${i}","description":"${"word ".repeat(180)}","inputSchema":{"type":"object"}}`;
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", `[${Array.from({ length: 53_000 }, tool).join(",\n")}]`);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await settled(page, 5 * MINUTES);
    await page.getByText("too large to edit here").waitFor();
    assert.match(await page.locator(".tools h2").textContent(), /53,000 tools/);
    // A list of them all costs no more elements than a short one.
    assert.ok((await page.getByRole("option").count()) < 60);
    await page.getByRole("searchbox", { name: "Search tools" }).fill("t52999");
    await page.getByRole("option", { name: "t52999" }).click();
    await settled(page, 5 * MINUTES);
    await page.locator("#counts code", { hasText: "t52999" }).waitFor();
    await stillWorks(page);
    check();
    await close();
  });
});

describe("a reason, not a blank page, when", () => {
  test("the module cannot be loaded", async () => {
    const prepare = (page) => page.context().route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
    const { page, close } = await open(setup, { prepare });
    await page.mouse.move(100, 100);
    await page.getByRole("alert").getByText("could not be loaded").waitFor();
    await page.getByRole("button", { name: "Reload" }).waitFor();
    await close();
  });

  test("the worker cannot be loaded", async () => {
    const prepare = (page) => page.context().route("**/worker*.js", (route) => route.fulfill({ status: 404 }));
    const { page, close } = await open(setup, { prepare });
    await page.mouse.move(100, 100);
    await page.getByRole("alert").getByText("could not be loaded").waitFor();
    await close();
  });

  test("a text takes too long: its worker is ended, and the next text gets an answer", async () => {
    const { page, check, close } = await open(setup, { prepare: (page) => page.clock.install() });
    await stillWorks(page);
    await page.evaluate(
      (value) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", value);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      },
      bomb(12) + " ".repeat(20_000_000),
    );
    await page.clock.fastForward(1 * MINUTES);
    await page.clock.fastForward(1 * MINUTES);
    const alert = page.getByRole("alert").filter({ hasText: "stopped after" });
    await alert.getByText("give it to lapidary check").waitFor();
    assert.doesNotMatch(await alert.textContent(), /change it/);
    assert.match(await page.locator(".card").textContent(), /^Pasted text \(20\.\d MB\) is too large to edit here\.\{/);
    await stillWorks(page);
    check();
    await close();
  });
});
