// Nothing that axe objects to, in any state, light, dark, on a phone.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { example, open, paste, settled, start, tab, violations } from "./page.mjs";

let setup;
before(async () => {
  setup = await start();
});
after(() => setup.stop());

/** The kinds of screens, and the color schemes in which each state is checked. */
const SCREENS = {
  "light, dark, and in forced colors": {
    context: {},
    looks: [
      { colorScheme: "light", forcedColors: "none" },
      { colorScheme: "dark", forcedColors: "none" },
      { colorScheme: "light", forcedColors: "active" },
    ],
  },
  "on a phone": {
    context: { viewport: { width: 360, height: 740 }, hasTouch: true },
    looks: [{ colorScheme: "light", forcedColors: "none" }],
  },
};

const result = async (page) => {
  const button = page.getByRole("button", { name: "Result", exact: true });
  if (await button.isVisible()) await button.click();
};
const shown = (name) => async (page) => {
  await result(page);
  await tab(page, name);
};

const compared = (by) => async (page) => {
  await example(page, "everything");
  await page.getByRole("button", { name: "Compare them" }).click();
  await page.getByRole("dialog").getByText(by, { exact: true }).first().click();
  await page.locator(".survey tbody tr").first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".survey").textContent.includes("…"));
};

/** The states in which axe checks the page, with the steps that lead there. */
const STATES = {
  "the first visit": async () => {},
  "the parameters, one of them open": async (page) => {
    await result(page);
    await page.getByRole("row", { name: /^\S* ?start_line / }).click();
    await page.locator(".detail .issue-head").first().click();
    await page.locator(".rule > summary").first().click();
    await page.locator(".rule-text").first().waitFor();
  },
  "the legend": async (page) => {
    await result(page);
    await page.getByText("Legend").click();
  },
  "no text": (page) => page.getByRole("button", { name: "Clear" }).click(),
  "text that is no JSON": async (page) => {
    await paste(page, '{"a": 1');
    await page.getByRole("button", { name: "Correct the JSON" }).waitFor();
  },
  "YAML with what is not read": async (page) => {
    await paste(page, "name: a\ninputSchema: { type: object }\nx: !Ref y\n");
    await page.getByText("The tag").waitFor({ state: "attached" });
  },
  "a client's file": async (page) => {
    await paste(page, '{"mcpServers":{"a":{"command":"npx","args":["-y","b c"]}}}');
    await page.locator(".command").first().waitFor();
  },
  "an API's error": async (page) => {
    await paste(page, '{"error":{"code":400,"message":"Invalid JSON payload received."}}');
    await page.getByRole("button", { name: "Paste the tool" }).waitFor();
  },
  "an API's error and its tool": async (page) => {
    await paste(page, '{"error":{"code":400,"message":"Invalid JSON payload received."}}');
    await paste(page, '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"const":1}}}}');
    await page.getByRole("button", { name: "Close the error" }).waitFor();
  },
  "a tool that is accepted": (page) => example(page, "compatible"),
  "a tool that loses": (page) => example(page, "recursion"),
  "the declaration": async (page) => {
    await shown("Declaration")(page);
    await page.locator(".code-view .cm-line").first().waitFor();
  },
  "the diff": async (page) => {
    await shown("Diff")(page);
    await page.locator(".diff-line").first().waitFor();
  },
  "the request": async (page) => {
    await shown("Request")(page);
    await page.locator(".code-view .cm-line").first().waitFor();
  },
  "a call": async (page) => {
    await shown("Call")(page);
    await page.getByText("Valid for the original schema").waitFor();
  },
  "a streamed answer": async (page) => {
    await shown("Call")(page);
    await page.getByText("Streamed response", { exact: true }).click();
    await page.getByRole("button", { name: "Generate from call" }).click();
    await page.locator(".pieces li").first().waitFor();
  },
  "the report": shown("Report"),
  "the targets": async (page) => {
    await shown("Targets")(page);
    await page.getByRole("button", { name: "Show vertex-ai" }).waitFor();
  },
  "all tools": compared("Tools"),
  "all tools for all targets": compared("Targets"),
  "the rules of all tools": compared("Rules"),
  "the options": (page) => page.getByRole("button", { name: "Options" }).click(),
  sharing: (page) => page.getByRole("button", { name: "Share" }).click(),
  "the shortcuts": (page) => page.keyboard.press("?"),
};

for (const [screen, { context, looks }] of Object.entries(SCREENS)) {
  describe(screen, () => {
    for (const [name, reach] of Object.entries(STATES)) {
      test(name, async () => {
        const { page, check, close } = await open(setup, { context });
        await settled(page);
        await page.mouse.move(30, 30);
        await page.locator(".editor .cm-line").first().waitFor({ state: "attached" });
        await reach(page);
        await settled(page);
        for (const look of looks) {
          // No color is on its way to another while axe looks.
          await page.emulateMedia({ ...look, reducedMotion: "reduce" });
          const found = (await violations(page)).map(({ id, nodes }) => [
            id,
            nodes.map(({ html, failureSummary }) => [html.slice(0, 160), failureSummary]),
          ]);
          assert.deepEqual({ look, found }, { look, found: [] });
          const { scrollWidth, clientWidth } = await page.evaluate(() => ({
            scrollWidth: document.documentElement.scrollWidth,
            clientWidth: document.documentElement.clientWidth,
          }));
          assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}: the page scrolls sideways`);
        }
        check();
        await close();
      });
    }
  });
}
