// The first steps of a new user.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { example, paste, row, scenarios, settled, tab, verdict } from "./page.mjs";

const scenario = scenarios();
const inView = (locator) => locator.evaluate((element) => element.getBoundingClientRect().top < innerHeight);
const marked = (page) => page.locator(".editor .marked, .editor .marked-text").allTextContents();

describe("the first visit", () => {
  scenario("says what is wrong, that it is solved, and where", async (page) => {
    assert.match(
      await verdict(page),
      /^Gemini would reject this tool: \d+ errors, all fixed; nothing is lost\.$/,
    );
    assert.match(await page.locator(".cause").textContent(), /^Cause files: \$ref: .* is not a field of Gemini's schema/);
    assert.match(await page.locator("#counts").textContent(), /8 parameters: 2 casing only, 6 rewritten/);
    assert.match(await row(page, "start_line").textContent(), /integer or null.*> 0≥ 1.*rewritten/);
    assert.match(await page.locator("footer").textContent(), /Lapidary \d+\.\d+\.\d+ · facts verified \d{4}-\d\d-\d\d/);
  });

  const readable = async (page) => {
    assert.match(await page.locator("body").textContent(), /Gemini would reject this tool/);
    await row(page, "start_line").waitFor();
    assert.match(await page.locator("noscript").innerHTML(), /For your own tools this page needs JavaScript/);
  };
  scenario("is readable without JavaScript", readable, { scripts: false });
});

/** A tree whose nodes have many members: written out level by level, it has hundreds of rows. */
const TREE = JSON.stringify({
  name: "tree",
  inputSchema: {
    $ref: "#/$defs/Node",
    $defs: {
      Node: {
        type: "object",
        properties: Object.fromEntries([
          ...Array.from({ length: 12 }, (_, at) => [`m${at}`, { type: "integer", exclusiveMinimum: at }]),
          ...["left", "right"].map((side) => [side, { $ref: "#/$defs/Node" }]),
        ]),
      },
    },
  },
});

describe("the window", () => {
  scenario("never scrolls: its panes do", async (page) => {
    const excess = () => page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
    const states = { example: () => {}, tree: () => paste(page, TREE), broken: () => paste(page, "{") };
    for (const [state, reach] of Object.entries(states)) {
      await reach();
      await settled(page);
      for (const name of ["Parameters", "Declaration", "Diff", "Request", "Call", "Report", "Targets"]) {
        if (await page.getByRole("tab", { name, exact: true }).count()) await tab(page, name);
        const result = await page.locator(".pane.result").boundingBox();
        await page.mouse.move(result.x + result.width / 2, result.y + result.height / 2);
        await page.mouse.wheel(0, 20_000);
        assert.ok((await excess()) <= 0, `${state}, ${name}: ${await excess()} pixels too many`);
        assert.equal(await page.evaluate(() => scrollY), 0, `${state}, ${name}`);
      }
    }
  });
});

describe("on a narrow screen", () => {
  for (const width of [320, 390])
    scenario(`of ${width} pixels, the examples have their names, and the options fit`, async (page) => {
      await page.setViewportSize({ width, height: 800 });
      assert.ok((await page.locator("#examples").boundingBox()).width > 150);
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByRole("dialog").getByText("GS001").waitFor();
      const sizes = (element) => [element.scrollWidth, element.scrollLeft, element.clientWidth];
      const [content, left, visible] = await page.getByRole("dialog").evaluate(sizes);
      assert.deepEqual([content, left], [visible, 0]);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
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

  scenario("leaves a finding that is clicked where it is", async (page) => {
    const finding = page.locator(".findings .issue", { hasText: "GS014" });
    await finding.scrollIntoViewIfNeeded();
    await finding.locator(".issue-head").click();
    await page.locator('tr[aria-selected="true"]', { hasText: "start_line" }).waitFor();
    assert.ok(await inView(finding));
    assert.equal(await page.locator(".detail").count(), 0);
  });

  scenario("goes from a finding to text and row, and on with F8", async (page) => {
    await page.mouse.move(300, 300);
    await page.locator(".editor .cm-line").first().waitFor();
    await page.keyboard.press("F8");
    assert.match((await marked(page)).join(""), /"\$ref"/);
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    const selected = page.locator('.findings .issue[data-selected="true"]');
    assert.match(await selected.textContent(), /GS0/);
    assert.ok(await inView(selected));
    await page.keyboard.press("Shift+F8");
    await page.keyboard.press("Shift+F8");
    assert.match(await selected.textContent(), /\$ref/);
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

  scenario("is opened by Enter alone, and the arrows go on from there", async (page) => {
    const detail = page.locator("tr.detail");
    await page.locator("#row-files").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.locator('tr[aria-selected="true"]', { hasText: "start_line" }).waitFor();
    assert.equal(await detail.count(), 0);
    await page.keyboard.press("Enter");
    await detail.waitFor();
    await page.keyboard.press("Enter");
    await detail.waitFor({ state: "detached" });
    await page.keyboard.press("ArrowUp");
    await page.locator('tr[aria-selected="true"]', { hasText: "path" }).waitFor();
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
    await page.getByRole("tab", { name: "Parameters", selected: true }).waitFor();
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
    await page.getByRole("searchbox", { name: "Search tools" }).fill("_1000");
    await page.getByText("No tool matches.").waitFor();
    await page.getByRole("searchbox", { name: "Search tools" }).fill("_77");
    await page.getByRole("option", { name: "tool_777" }).click();
    await settled(page);
    await row(page, "p777").waitFor();
  });
});

describe("text that is no JSON", () => {
  scenario("leaves the examples and the cards in reach", async (page) => {
    await page.getByRole("button", { name: "Clear" }).click();
    await settled(page);
    await page.getByRole("button", { name: /A map that is always empty/ }).click();
    await settled(page);
    await row(page, "env").waitFor();
  });
});
