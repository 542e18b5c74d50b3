// Exports from the page (links, files, the clipboard), and imports of these.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { EXAMPLES, example, open, paste, row, settled, shareLink, start, stillWorks, tab, verdict, violations } from "./page.mjs";

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

const TOOL = JSON.stringify(
  {
    name: "größe",
    inputSchema: { type: "object", properties: { m: { type: "object", additionalProperties: { type: "integer" } } } },
  },
  null,
  2,
);
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

describe("a link", () => {
  test("brings the whole state to somebody else, and is in the address bar", async () => {
    const { page, check, close } = await open(setup, { context: CLIPBOARD });
    await settled(page);
    await paste(page, TOOL);
    await page.getByText("round-trip", { exact: true }).click();
    await settled(page);
    await tab(page, "Declaration");
    const link = await shareLink(page);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    assert.equal(await clipboard(page), link);
    await page.getByText("other machines cannot open the link").waitFor();
    check();
    await close();

    const other = await open(setup, { path: link.slice(setup.address.length) });
    await other.page.getByRole("tab", { name: "Declaration", selected: true }).waitFor();
    await other.page.locator("#counts code", { hasText: "größe" }).waitFor();
    assert.match(await other.page.locator("#counts").textContent(), /1 re-encoded/);
    other.check();
    await other.close();
  });

  test("leaves the address with another text, which survives a reload", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await paste(page, TOOL);
    await shareLink(page);
    await page.keyboard.press("Escape");
    await tab(page, "Report");
    assert.match(page.url(), /#v1=/);
    await paste(page, TOOL.replace('"m"', '"other"'));
    assert.equal(page.url(), setup.address);
    for (const hash of ["", "#anything", "#v1=AAAA"]) {
      await page.goto(setup.address + hash);
      await page.reload();
      await tab(page, "Parameters");
      await row(page, "other").waitFor();
      if (hash.startsWith("#v1=")) await page.getByRole("alert").getByText("could not be opened").waitFor();
    }
    check();
    await close();
  });

  test("that is broken says so, and the page works", async () => {
    for (const hash of ["#v1=AAAA", "#v9=abc", "#ex=nothing", "#loaded"]) {
      const { page, check, close } = await open(setup, { path: hash });
      await page.getByRole("alert").getByText("The link could not be opened").waitFor();
      await stillWorks(page);
      check();
      await close();
    }
  });

  test("to an address that is not https is not followed", async () => {
    for (const hash of ["#url=javascript:alert(1)", "#url=http://example.com/x", "#url=%"]) {
      const { page, check, close } = await open(setup, { path: hash });
      await page.getByRole("alert").getByText("The link could not be opened").waitFor();
      assert.ok(await page.getByRole("button").isHidden());
      assert.doesNotMatch(await page.locator("main").innerText(), /asks to load|IP address/);
      check();
      await close();
    }
  });

  test("leads to an example", async () => {
    const { page, check, close } = await open(setup, { path: "#ex=maps" });
    // Nobody has touched the page: the text stands there without the editor.
    const text = page.locator("#input-text");
    for (const [id, parameter] of [
      ["maps", "env"],
      ["enums", "level"],
    ]) {
      await page.evaluate((hash) => (location.hash = hash), `#ex=${id}`);
      await row(page, parameter).waitFor();
      assert.equal(await text.textContent(), await readFile(join(EXAMPLES, `${id}.json`), "utf8"));
    }
    await page.mouse.move(1, 1);
    await page.locator("#input .cm-content", { hasText: '"level"' }).waitFor();
    assert.equal(await text.count(), 0);
    check();
    await close();
  });

  test("to a document asks first, names the host, and asks nobody before", async () => {
    const address = "https://tools.example/list.json";
    const answer = (route) => route.fulfill({ body: TOOL, headers: { "access-control-allow-origin": "*" } });
    const prepare = (page) => page.context().route("https://tools.example/**", answer);
    const { page, foreign, close } = await open(setup, { path: `#url=${encodeURIComponent(address)}`, prepare });
    await page.getByText("tools.example", { exact: true }).waitFor();
    assert.deepEqual(foreign, []);
    const found = await violations(page);
    assert.deepEqual(
      found.map(({ id }) => id),
      [],
    );
    await page.getByRole("button", { name: "Load from tools.example" }).click();
    await row(page, "m").waitFor();
    assert.deepEqual(foreign, [address]);
    await close();
  });

  test("to a document that cannot be read says what to do", async () => {
    const prepare = (page) => page.context().route("https://tools.example/**", (route) => route.abort());
    const { page, close } = await open(setup, { path: "#url=https://tools.example/a", prepare });
    await page.getByRole("button", { name: "Load from tools.example" }).click();
    await page.getByRole("alert").getByText("download it, and open the file on the page").waitFor();
    await close();
  });
});

describe("a file", () => {
  test("holds the whole state, and is opened again", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await example(page, "bounds");
    await page.locator("#target").selectOption("vertex-ai");
    await settled(page);
    await page.getByRole("button", { name: "Share" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    const saved = await readFile(await (await download).path());
    await page.keyboard.press("Escape");
    await example(page, "maps");
    await page.locator("#target").selectOption("gemini");
    await page
      .locator('.pane input[type="file"]')
      .setInputFiles({ name: "saved.json", mimeType: "application/json", buffer: saved });
    await row(page, "quantity").waitFor();
    await settled(page);
    assert.equal(await page.locator("#target").inputValue(), "vertex-ai");
    check();
    await close();
  });

  test("may be several at once: their tools are one list", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    const files = ["a", "b"].map((name) => ({
      name: `${name}.json`,
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ tools: [{ name, inputSchema: { type: "object" } }] })),
    }));
    await page.locator('.pane input[type="file"]').setInputFiles(files);
    await page.locator("#tool-1").getByText("b", { exact: true }).waitFor();
    assert.match(await page.locator(".tools h2").textContent(), /^2 tools/);
    check();
    await close();
  });

  test("can be dropped anywhere", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "tool.json", { type: "application/json" }));
      return transfer;
    }, TOOL);
    await page.locator("footer").dispatchEvent("drop", { dataTransfer: data });
    await row(page, "m").waitFor();
    check();
    await close();
  });
});

describe("the text", () => {
  test("survives a reload, with what was chosen just before", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await page.locator("#target").selectOption("openai-strict");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#target")?.value === "openai-strict");
    check();
    await close();
  });

  test("survives a reload, with what was chosen", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await paste(page, TOOL);
    await page.getByText("round-trip", { exact: true }).click();
    await tab(page, "Report");
    await page.waitForFunction(() => localStorage.getItem("lapidary:draft")?.includes('"tab":"report"'));
    await page.reload();
    await page.locator("#counts code", { hasText: "größe" }).waitFor();
    await page.getByRole("tab", { name: "Report", selected: true }).waitFor();
    assert.match(await page.locator("#counts").textContent(), /1 re-encoded/);
    check();
    await close();
  });

  test("that is too long to keep is not replaced by an earlier one", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await paste(page, TOOL);
    await page.waitForFunction(() => localStorage.getItem("lapidary:draft")?.includes("größe"));
    await paste(page, JSON.stringify({ name: "long", description: "x".repeat(500_000), inputSchema: {} }));
    await page.reload();
    await page.getByRole("alert").getByText("was not kept").waitFor();
    await page.locator("#input-text", { hasText: "read_files" }).waitFor();
    check();
    await close();
  });

  test("comes back with undo after an example was chosen", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await page.mouse.move(200, 200);
    await page.locator(".editor .cm-line").first().waitFor();
    await paste(page, TOOL);
    await example(page, "maps");
    await row(page, "env").waitFor();
    await page.locator(".editor .cm-content").focus();
    await page.keyboard.press("Control+z");
    await row(page, "m").waitFor();
    check();
    await close();
  });

  test("is typed, and the newest answer is the one that stays", async () => {
    const { page, check, close } = await open(setup);
    await settled(page);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".editor .cm-content").click();
    await page.keyboard.type('{"type":"object","properties":{"last":{"type":"string"}}}', { delay: 15 });
    await settled(page);
    await row(page, "last").waitFor();
    assert.match(await verdict(page), /^Gemini accepts/);
    check();
    await close();
  });
});

describe("copying", () => {
  const texts = {
    Declaration: /^\{\n  "name": "read_files"/,
    Diff: /^--- read_files/,
    Request: /^curl https:\/\/generativelanguage\.googleapis\.com/,
    Report: /^## `read_files` for gemini/,
  };
  for (const [name, pattern] of Object.entries(texts)) {
    test(`takes the ${name.toLowerCase()}`, async () => {
      const { page, check, close } = await open(setup, { context: CLIPBOARD });
      await settled(page);
      await tab(page, name);
      await page.locator("#panel .cm-line, #panel .diff-line").first().waitFor();
      await page.locator("#panel").getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByText("Copied").waitFor();
      assert.match(await clipboard(page), pattern);
      check();
      await close();
    });
  }

  test("takes a finding as Markdown", async () => {
    const { page, check, close } = await open(setup, { context: CLIPBOARD });
    await settled(page);
    await page.locator(".findings .issue-head").first().click();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByText("Copied").waitFor();
    assert.match(await clipboard(page), /^\*\*Tool `read_files`\*\*: .*\n\n[\s\S]*Lapidary GS001/);
    check();
    await close();
  });

  test("says what to do where it is not allowed", async () => {
    const prepare = (page) =>
      page.addInitScript(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
    const { page, close } = await open(setup, { prepare });
    await settled(page);
    await tab(page, "Report");
    await page.locator("#panel").getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Not allowed: use Download").waitFor();
    await close();
  });
});

describe("embedded", () => {
  test("the HTML to embed shows the same tool", async () => {
    const { page, check, close } = await open(setup, { path: "#ex=maps" });
    await settled(page);
    await shareLink(page);
    const html = await page.getByLabel("Embed").inputValue();
    const [, src] = /^<iframe src="([^"]*)"/.exec(html);
    const other = await page.context().newPage();
    await other.setContent(html);
    const frame = other.frameLocator(`iframe[src="${src}"]`);
    await frame.getByRole("row", { name: /^\S* ?env / }).waitFor();
    assert.ok(await frame.getByRole("banner").isHidden());
    check();
    await close();
  });

  test("the page is the input and its result alone", async () => {
    const { page, check, close } = await open(setup, { path: "?embed#ex=maps" });
    await row(page, "env").waitFor();
    assert.ok(await page.getByRole("banner").isHidden());
    check();
    await close();
  });
});
