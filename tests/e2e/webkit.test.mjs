// The same page in WebKitGTK, which is nearest to Safari.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { By, until } from "selenium-webdriver";
import { serve } from "../../scripts/lib/serve.mjs";
import { WAIT, startWebKit } from "./webkit.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));

let server, driver, stop;
before(async () => {
  server = await serve(DIST);
  ({ driver, stop } = await startWebKit());
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 1000 });
});
after(async () => {
  await stop?.();
  server.close();
});

const find = (selector) => driver.wait(until.elementLocated(By.css(selector)), WAIT);
const text = async (selector) => (await find(selector)).getText();
const button = (name) => driver.findElement(By.xpath(`//button[normalize-space()='${name}']`));

/** The tool that is shown, once it is the one of that name. */
const shows = (name) => driver.wait(async () => (await text("#counts code")) === name, WAIT, `no ${name} is shown`);

const tool = (name) =>
  JSON.stringify({ name, inputSchema: { type: "object", properties: { age: { type: "integer", exclusiveMinimum: 0 } } } });

async function paste(name) {
  await driver.executeScript((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", value);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, tool(name));
  await shows(name);
}

describe("in WebKit", () => {
  test("a tool is pasted, and seen with what became of it", async () => {
    await driver.get(server.address);
    assert.match(await text("#verdict"), /^Gemini would reject this tool/);
    await paste("pasted");
    assert.match(await text("#row-age"), /> 0\s*≥ 1[^]*rewritten/);
    await (await find("#row-age .name")).click();
    assert.match(await text(".detail"), /exclusiveMinimum: 0[^]*minimum: 1/);
  });

  test("a link brings the state back", async () => {
    await paste("shared");
    await (await find("#share")).click();
    await driver.wait(until.urlContains("#v1="), WAIT);
    const link = await driver.getCurrentUrl();
    await driver.executeScript(() => document.querySelector("dialog[open]").close());
    await paste("other");
    await driver.get("about:blank");
    await driver.get(link);
    await shows("shared");
  });

  test("the text survives a reload", async () => {
    await paste("kept");
    await driver.wait(() => driver.executeScript(() => localStorage.getItem("lapidary:draft")?.includes("kept")), WAIT);
    await driver.executeScript(() => history.replaceState(null, "", location.pathname));
    await driver.navigate().refresh();
    await shows("kept");
  });

  test("text is typed into the editor", async () => {
    await button("Clear").click();
    // The editor takes the place of a text when it is there.
    const editors = async () => {
      const root = await (await find("#input")).getShadowRoot().catch(() => undefined);
      return root ? root.findElements(By.css(".cm-content")) : [];
    };
    await driver.wait(async () => (await editors()).length > 0, WAIT);
    const [content] = await editors();
    await content.sendKeys(tool("typed"));
    await shows("typed");
  });
});
