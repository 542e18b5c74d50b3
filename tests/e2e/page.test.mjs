// What a newcomer does first.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { example, open, paste, settled, start, tab, verdict } from "./page.mjs";

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

/** A test with a page that is closed after it, and that may not have failed unseen. */
function scenario(name, work, options = {}) {
  test(name, async () => {
    const { page, check, close } = await open(setup, options);
    await settled(page);
    await work(page);
    check();
    await close();
  });
}

const row = (page, name) => page.getByRole("row", { name: new RegExp(`^\\S* ?${name} `) });
const marked = (page) => page.locator(".editor .marked, .editor .marked-text").allTextContents();

describe("the first visit", () => {
  scenario("says what is wrong, that it is solved, and where", async (page) => {
    assert.match(
      await verdict(page),
      /^Gemini would reject this tool, in \d+ places\. It works now; nothing is lost\.$/,
    );
    assert.match(await page.locator(".cause").textContent(), /\$defs is not a field of Gemini's schema/);
    assert.match(await page.locator("#counts").textContent(), /8 parameters: 2 respelled, 6 rewritten/);
    assert.match(await row(page, "start_line").textContent(), /integer or null.*> 0≥ 1.*rewritten/);
    assert.match(await page.locator("footer").textContent(), /Lapidary \d+\.\d+\.\d+ · facts of \d{4}-\d\d-\d\d/);
  });

  test("is readable without JavaScript", async () => {
    const { page, check, close } = await open(setup, { context: { javaScriptEnabled: false } });
    assert.match(await page.locator("body").textContent(), /Gemini would reject this tool/);
    await row(page, "start_line").waitFor();
    assert.match(await page.locator("noscript").innerHTML(), /This page needs JavaScript for your own tools/);
    check();
    await close();
  });
});

describe("one selection", () => {
  scenario("goes from a row to the text and its findings", async (page) => {
    await row(page, "start_line").click();
    await page.locator(".editor .marked").first().waitFor();
    assert.match((await marked(page)).join("\n"), /"start_line"/);
    const detail = await page.locator(".detail").textContent();
    assert.match(detail, /exclusiveMinimum/);
    assert.match(detail, /"minimum": 1/);
  });

  scenario("goes from the text to the row", async (page) => {
    await page.mouse.move(300, 300);
    await page.locator(".editor .cm-line", { hasText: '"start_line"' }).click();
    await page.locator('tr[aria-selected="true"]', { hasText: "start_line" }).waitFor();
  });

  scenario("goes from a finding to text and row, and on with F8", async (page) => {
    await page.mouse.move(300, 300);
    await page.locator(".editor .cm-line").first().waitFor();
    await page.keyboard.press("F8");
    assert.match((await marked(page)).join(""), /"\$defs"/);
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    const selected = page.locator('.findings .issue[data-selected="true"]');
    assert.match(await selected.textContent(), /GS0/);
    await page.keyboard.press("Shift+F8");
    await page.keyboard.press("Shift+F8");
    assert.match(await selected.textContent(), /\$defs/);
  });

  scenario("is there for the keyboard alone", async (page) => {
    await page.locator("#row-files").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.locator('tr[aria-selected="true"]', { hasText: "start_line" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.locator('#row-files[aria-expanded="false"]').waitFor();
    assert.equal(await row(page, "start_line").count(), 0);
    await page.keyboard.press("ArrowRight");
    await row(page, "start_line").waitFor();
  });
});

describe("without a pointer", () => {
  scenario("an example is chosen, a parameter opened, a tab changed", async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const reach = async (wanted) => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press("Tab");
        if ((await focused()) === wanted) return;
      }
      assert.fail(`Tab does not lead to ${wanted}`);
    };
    await reach("target");
    await reach("examples");
    await page.keyboard.press("ArrowDown");
    await page.locator("#counts code", { hasText: "import_rows" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("#counts code", { hasText: "run_container" }).waitFor();
    await reach("tab-picture");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Declaration", selected: true }).waitFor();
    await page.keyboard.press("Home");
    await page.getByRole("tab", { name: "Picture", selected: true }).waitFor();
  });

  scenario("Tab leaves the editor, and the splitter moves", async (page) => {
    await page.locator("#examples").focus();
    await page.locator(".editor .cm-content").focus();
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), "input");
    const splitter = page.getByRole("separator");
    await splitter.focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await splitter.getAttribute("aria-valuenow"), "36");
  });

  scenario("a dialog is opened and left, and focus returns", async (page) => {
    await page.getByRole("button", { name: "Options" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.match(await page.evaluate(() => document.activeElement?.textContent), /^Options/);
    await page.locator("#tab-picture").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("next finding").waitFor();
  });
});

describe("the look", () => {
  scenario("is chosen, and stays", async (page) => {
    await page.getByRole("button", { name: /^Theme: system/ }).click();
    await page.getByRole("button", { name: /^Theme: light/ }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.reload();
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });
});

describe("the tools of a document", () => {
  scenario("are chosen from a list, by pointer and by key", async (page) => {
    await page.getByRole("option", { name: "list_directory" }).click();
    await settled(page);
    await row(page, "order").waitFor();
    await page.getByRole("listbox", { name: "Tools" }).focus();
    await page.keyboard.press("ArrowUp");
    await settled(page);
    await row(page, "start_line").waitFor();
  });

  scenario("are a thousand, and searched", async (page) => {
    const tool = (_, at) => ({
      name: `tool_${at}`,
      inputSchema: { type: "object", properties: { [`p${at}`]: { const: at } } },
    });
    await paste(page, JSON.stringify({ tools: Array.from({ length: 1_000 }, tool) }));
    await page.getByRole("searchbox", { name: "Search tools" }).fill("_77");
    await page.getByRole("option", { name: "tool_777" }).click();
    await settled(page);
    await row(page, "p777").waitFor();
  });
});

describe("text that is no JSON", () => {
  scenario("is told with its line, and its correction is offered", async (page) => {
    await paste(
      page,
      "{'name': 'a', // a comment\n 'inputSchema': {'type': 'object', 'properties': {'b': {'const': 1},}}}",
    );
    assert.match(await verdict(page), /^No schema could be read: .+ \(line 1\)\.$/);
    await page.getByText("Below is the last result").waitFor();
    await page.getByRole("button", { name: "Correct the JSON" }).click();
    await settled(page);
    await row(page, "b").waitFor();
  });

  scenario("leaves the examples and the cards in reach", async (page) => {
    await page.getByRole("button", { name: "Clear" }).click();
    await settled(page);
    await page.getByRole("button", { name: /A map that always came back empty/ }).click();
    await settled(page);
    await row(page, "env").waitFor();
  });
});

describe("targets and modes", () => {
  scenario("change the result", async (page) => {
    await example(page, "maps");
    assert.match(await row(page, "env").textContent(), /accepts more/);
    await page.getByText("round-trip", { exact: true }).click();
    await settled(page);
    assert.match(await row(page, "env").textContent(), /re-encoded.*list of keys and values/);
    await page.locator("#target").selectOption("vertex-ai");
    await settled(page);
    assert.doesNotMatch(await row(page, "env").textContent(), /re-encoded/);
  });

  scenario("are compared, and chosen from there", async (page) => {
    await example(page, "maps");
    await tab(page, "Targets");
    await page.getByRole("button", { name: "Show vertex-ai" }).click();
    await settled(page);
    assert.equal(await page.locator("#target").inputValue(), "vertex-ai");
  });

  scenario("can be one's own", async (page) => {
    await example(page, "bounds");
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Keywords that it refuses").fill("maxLength");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await settled(page);
    await page.locator(".findings .message", { hasText: "maxLength" }).waitFor();
  });

  scenario("are refused in the engine's words where they make no sense", async (page) => {
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Keywords that it refuses").fill("minimum");
    await page.keyboard.press("Tab");
    await page.getByRole("dialog").getByText('"minimum" is no keyword that can be dropped').waitFor();
  });

  scenario("are without the rules that are switched off", async (page) => {
    await page.locator(".findings .issue-head", { hasText: "GS002" }).click();
    await page.locator(".findings").getByRole("button", { name: "Switch GS002 off" }).click();
    await settled(page);
    assert.equal(await page.locator(".findings .issue-head", { hasText: "GS002" }).count(), 0);
    await page.getByRole("button", { name: "Options (1)" }).waitFor();
  });
});

describe("the way back", () => {
  const roundTrip = async (page) => {
    await example(page, "maps");
    await page.getByText("round-trip", { exact: true }).click();
    await settled(page);
    await tab(page, "Call");
    await page.getByText("Valid for the tool's own schema").waitFor();
  };

  scenario("restores a pasted call, step by step, and checks it", async (page) => {
    await roundTrip(page);
    const args = { image: "app", env: [{ key: "HOME", value: "/" }], ports: null, limits: { memory: 5 } };
    await page.getByLabel("The model's call").fill(JSON.stringify({ functionCall: { name: "run_container", args } }));
    await page.locator(".call-steps li", { hasText: "env: list of 1 entry → map" }).waitFor();
    await page.locator(".call-steps li", { hasText: "ports: null → left out" }).waitFor();
    const restored = await page.getByLabel("Restored arguments").textContent();
    assert.deepEqual(JSON.parse(restored), { image: "app", env: { HOME: "/" }, limits: { memory: 5 } });
    await page.getByLabel("The model's call").fill(JSON.stringify({ name: "run_container", args: { env: [] } }));
    await page.getByText("Not valid for the tool's own schema").waitFor();
    await page.getByLabel("The model's call").fill("{");
    await page.getByText("This is no call").waitFor();
  });

  scenario("encodes a call for the history", async (page) => {
    await roundTrip(page);
    await page.getByText("A call of the history", { exact: true }).click();
    await page.getByLabel("Arguments as the server takes them").fill('{"image":"app","env":{"HOME":"/"}}');
    await page.getByLabel("Encoded call").filter({ hasText: '"key": "HOME"' }).waitFor();
  });

  scenario("restores a streamed answer, piece by piece", async (page) => {
    await roundTrip(page);
    const event = (part) => `data: ${JSON.stringify({ candidates: [{ content: { parts: [part] } }] })}\n\n`;
    const functionCall = { name: "run_container", args: { image: "app", env: [{ key: "HOME", value: "/" }] } };
    await page.getByText("A streamed answer", { exact: true }).click();
    await page.getByLabel("The answer as it is streamed").fill(event({ text: "Now." }) + event({ functionCall }));
    await page.locator(".pieces li", { hasText: '"env":{"HOME":"/"}' }).waitFor();
    assert.equal(await page.locator(".pieces li").count(), 3);
  });
});

describe("a finding", () => {
  scenario("has its fix, what the server would say, and its rule in place", async (page) => {
    const finding = page.locator(".findings .issue", { hasText: "GS002" });
    await finding.locator(".issue-head").click();
    assert.match(await finding.textContent(), /The server would say.*Unknown name "\$defs"/);
    await finding.getByText("About rule GS002").click();
    await finding
      .getByRole("heading", { name: "In your server" })
      .or(finding.getByRole("heading", { name: "Why" }))
      .first()
      .waitFor();
    assert.equal(
      await finding.getByRole("link", { name: /in the documentation/ }).getAttribute("href"),
      "./docs/rules/GS002.html",
    );
  });

  scenario("is filtered, by severity and rule, of one tool and of all", async (page) => {
    await page.getByRole("combobox", { name: "Severity" }).selectOption("info");
    assert.equal(await page.locator(".findings .issue.error").count(), 0);
    await page.getByRole("combobox", { name: "Severity" }).selectOption("all");
    await page.getByRole("combobox", { name: "Rule" }).selectOption("GS005");
    assert.equal(await page.locator(".findings > .issues .issue").count(), 3);
    await page.getByRole("combobox", { name: "Rule" }).selectOption("");
    await page.getByText("All tools", { exact: true }).click();
    await page.locator(".findings .message", { hasText: "list_directory" }).first().waitFor();
  });
});
