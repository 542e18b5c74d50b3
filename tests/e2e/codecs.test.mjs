// Codecs are exported with the declarations, in every way to export these.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { paste, scenarios, settled, tab } from "./page.mjs";

const scenario = scenarios();

const tool = (name, schema) => ({ name, inputSchema: { type: "object", properties: { a: schema } } });
const MAP = { type: "object", additionalProperties: { type: "string" } };

const roundTrip = async (page) => {
  await page.getByRole("radio", { name: /round-trip/i }).check();
  await settled(page);
};

const saved = async (page, name) => {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  return readFile(await (await coming).path(), "utf8");
};

scenario("declarations, requests and reports come with the codec, or say where it is", async (page) => {
  await paste(page, JSON.stringify({ tools: [tool("labels", MAP), tool("plain", { type: "string" })] }));
  await roundTrip(page);
  await page.getByText("Calls have to be restored; the codec is").waitFor();
  for (const name of ["Declaration", "Request", "Report"]) {
    await tab(page, name);
    const [line] = (await saved(page, "Download with codec")).trim().split("\n").map(JSON.parse);
    assert.equal(line.name, "labels");
    assert.equal(line.declaration.parameters.properties.a.type, "ARRAY");
    assert.deepEqual(line.codec.arguments.object.properties, { a: { entries: {} } });
  }
  await tab(page, "Request");
  const curl = await saved(page, "Download");
  assert.match(curl, /^# Calls have to be restored[^]*lapidary restore --codecs/);
  await tab(page, "Declaration");
  await page.getByRole("group", { name: "Tools", exact: true }).getByLabel("All tools").check();
  const lines = (await saved(page, "Download with codecs")).trim().split("\n").map(JSON.parse);
  assert.deepEqual(lines.map(({ name }) => name), ["labels", "plain"]);
});

scenario("nothing is said of codecs where nothing has to be restored", async (page) => {
  await paste(page, JSON.stringify(tool("plain", { type: "string" })));
  for (const name of ["Declaration", "Request", "Report"]) {
    await tab(page, name);
    assert.equal(await page.getByRole("button", { name: /^Download with/ }).count(), 0);
  }
});
