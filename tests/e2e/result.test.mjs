// The tabs of a result: other targets, requests, restored calls, findings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";
import { example, paste, row, scenarios, settled, shareLink, tab, verdict } from "./page.mjs";

const scenario = scenarios();

/** The file that the tab's button saves. */
async function downloaded(page) {
  const download = page.waitForEvent("download");
  await page.locator("#panel").getByRole("button", { name: "Download" }).click();
  return readFile(await (await download).path(), "utf8");
}

describe("targets and modes", () => {
  scenario("change the result", async (page) => {
    await example(page, "maps");
    assert.match(await row(page, "env").textContent(), /looser/);
    await page.getByText("round-trip", { exact: true }).click();
    await settled(page);
    assert.match(await row(page, "env").textContent(), /re-encoded.*array of keys and values/);
    await page.locator("#target").selectOption("vertex-ai");
    await settled(page);
    assert.doesNotMatch(await row(page, "env").textContent(), /re-encoded/);
  });

  scenario("are compared, and chosen from there", async (page) => {
    await example(page, "maps");
    await tab(page, "Targets");
    const saved = (await downloaded(page)).split("\n").find((line) => line.startsWith("| `vertex-ai`"));
    const line = page.locator("#panel tbody tr", { has: page.getByRole("button", { name: "Show vertex-ai" }) });
    const [sign, ...cells] = (await line.locator("td").allTextContents()).slice(0, 5);
    const shown = [sign.split(" ").at(-1), ...cells];
    assert.equal(saved, `| \`vertex-ai\` | ${shown.join(" | ")} |`);
    await page.getByRole("button", { name: "Show vertex-ai" }).click();
    await settled(page);
    assert.equal(await page.locator("#target").inputValue(), "vertex-ai");
  });

  scenario("are offered where they lose nothing, and chosen by a click", async (page) => {
    const b = { type: "object", additionalProperties: { type: "integer" } };
    await paste(page, JSON.stringify({ name: "a", inputSchema: { type: "object", properties: { b } } }));
    const offer = page.locator("#offer");
    await offer.getByText("Target gemini-json-schema accepts this tool unchanged (Gemini 2.5 and later").waitFor();
    await offer.getByRole("button", { name: "Use gemini-json-schema" }).click();
    await settled(page);
    assert.equal(await page.locator("#target").inputValue(), "gemini-json-schema");
    await offer.waitFor({ state: "detached" });
    await example(page, "maps");
    await page.locator("#target").selectOption("gemini");
    await offer.getByText("Round-trip mode loses nothing of this tool (calls have to be restored).").waitFor();
  });

  scenario("of a schema by itself may be those of a response", async (page) => {
    await paste(page, '{"type":"array","items":{"type":"string"}}');
    await page.locator("#verdict", { hasText: "Gemini would" }).waitFor();
    const offer = page.getByRole("button", { name: "Check it as the model's response" });
    await offer.click();
    await page.locator("#verdict", { hasText: /^Gemini accepts/ }).waitFor();
    assert.equal(await offer.count(), 0);
    await page.getByRole("button", { name: "Options (1)" }).waitFor();
  });

  scenario("can be one's own", async (page) => {
    await example(page, "bounds");
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Rejected keywords").fill("maxLength");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await settled(page);
    await page.locator(".findings .message", { hasText: "maxLength" }).waitFor();
  });

  scenario("keep what is being typed while a result arrives", async (page) => {
    await page.getByRole("button", { name: "Options" }).click();
    const field = page.getByLabel("Rejected keywords");
    // Keys that are pressed before the dialog is open go nowhere.
    await field.click();
    await field.pressSequentially("maxLe");
    await page.getByLabel("Hints: descriptions state").evaluate((box) => box.click());
    await settled(page);
    assert.equal(await field.inputValue(), "maxLe");
  });

  scenario("are refused in the engine's words where they make no sense", async (page) => {
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByLabel("Rejected keywords").fill("required");
    await page.keyboard.press("Tab");
    await page.getByRole("dialog").getByText('"required" is not a keyword that can be dropped').waitFor();
  });

  scenario("say what becomes of a tool that cannot be called, also of a link", async (page) => {
    const bad = { name: "bad", inputSchema: { type: "array" } };
    const good = { name: "good", inputSchema: { type: "object", properties: { a: { type: "string" } } } };
    await paste(page, JSON.stringify([bad, good]));
    const choose = async (what) => {
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByRole("combobox", { name: "On error" }).selectOption(what);
      await page.keyboard.press("Escape");
      await settled(page);
    };
    const declared = async () => {
      await tab(page, "Declaration");
      const panel = page.locator("#panel");
      await panel.getByText("All tools", { exact: true }).click();
      await panel.locator(".cm-line", { hasText: '"good"' }).waitFor();
      return (await panel.locator(".cm-content").innerText()).match(/(?<="name": ")\w+/g);
    };
    assert.deepEqual(await declared(), ["bad", "good"]);
    await choose("omit");
    assert.equal(await verdict(page), "Gemini would reject this tool. It is omitted.");
    await shareLink(page);
    await page.reload();
    await page.locator("#counts code", { hasText: "bad" }).waitFor();
    await settled(page);
    assert.equal(await verdict(page), "Gemini would reject this tool. It is omitted.");
    assert.deepEqual(await declared(), ["good"]);
    await choose("throw");
    assert.match(await verdict(page), /^No output: bad: type: "array" does not allow objects/);
    await tab(page, "Parameters");
    await page.locator(".findings .issue-head", { hasText: "GS054" }).waitFor();
  });

  scenario("are without the rules that are switched off", async (page) => {
    await page.locator(".findings .issue-head", { hasText: "GS002" }).click();
    await page.locator(".findings").getByRole("button", { name: "Switch GS002 off" }).click();
    await settled(page);
    assert.equal(await page.locator(".findings .issue-head", { hasText: "GS002" }).count(), 0);
    await page.getByRole("button", { name: "Options (1)" }).waitFor();
  });
});

describe("an object that names no member", () => {
  scenario("is reported as sent empty, and is encoded in round-trip mode", async (page) => {
    await example(page, "maps");
    await row(page, "labels").waitFor();
    assert.match(await verdict(page), /models leave 3 objects empty\.$/);
    assert.match(await row(page, "labels").textContent(), /models send it empty/);
    await page.locator(".cost").getByRole("button", { name: "Use round-trip" }).click();
    await settled(page);
    assert.match(await verdict(page), /nothing is lost\.$/);
    assert.match(await row(page, "labels").textContent(), /re-encoded/);
  });
});

describe("a request", () => {
  scenario("holds the tool, or all of them", async (page) => {
    await tab(page, "Request");
    const code = page.getByLabel("Request: curl");
    await code.getByText("functionDeclarations").waitFor();
    assert.doesNotMatch(await code.textContent(), /"list_directory"/);
    await page.locator("#panel").getByText("All tools", { exact: true }).click();
    // Only the lines in sight exist: the last ones are those of the last tool.
    await code.press("Control+End");
    await page.locator("#panel .cm-line", { hasText: "JSON" }).last().waitFor();
    const download = page.waitForEvent("download");
    await page.locator("#panel").getByRole("button", { name: "Download" }).click();
    assert.match(await readFile(await (await download).path(), "utf8"), /"read_files"[^]*"list_directory"/);
  });

  scenario("of a text that cannot be read any more is empty", async (page) => {
    await paste(page, '{"name":"a","inputSchema":{"type":"object"}}');
    await paste(page, "{");
    await tab(page, "Request");
    const chosen = page.locator("#panel").getByRole("combobox");
    await chosen.selectOption("ai-sdk");
    await page.locator("#panel .cm-line", { hasText: "const tools = {" }).waitFor();
    await page.locator("#panel .cm-line", { hasText: /^};$/ }).waitFor();
  });

  scenario("of a bare schema declares a function", async (page) => {
    await paste(page, '{"type":"object","properties":{"a":{"const":1}}}');
    await tab(page, "Request");
    await page.getByLabel("Request: curl").getByText('"name": "tool"').waitFor();
  });
});

describe("the way back", () => {
  const roundTrip = async (page) => {
    await example(page, "maps");
    await page.getByText("round-trip", { exact: true }).click();
    await settled(page);
    await tab(page, "Call");
    await page.getByText("Valid for the original schema").waitFor();
  };

  scenario("restores a pasted call, step by step, and checks it", async (page) => {
    await roundTrip(page);
    const args = { image: "app", env: [{ key: "HOME", value: "/" }], ports: null, limits: { memory: 5 } };
    await page.getByLabel("The model's call").fill(JSON.stringify({ functionCall: { name: "run_container", args } }));
    await page.locator(".call-steps li", { hasText: "env: array of 1 entry → map" }).waitFor();
    await page.locator(".call-steps li", { hasText: "ports: null → omitted" }).waitFor();
    const restored = await page.getByLabel("Restored arguments").textContent();
    assert.deepEqual(JSON.parse(restored), { image: "app", env: { HOME: "/" }, limits: { memory: 5 } });
    assert.equal(await downloaded(page), restored);
    await page.getByLabel("The model's call").fill(JSON.stringify({ name: "run_container", args: { env: [] } }));
    await page.getByText("Not valid for the original schema").waitFor();
    await page.getByLabel("The model's call").fill("{");
    await page.getByText("Not restored").waitFor();
  });

  scenario("encodes a call for the history", async (page) => {
    await roundTrip(page);
    await page.getByText("History", { exact: true }).click();
    await page.getByLabel("Arguments for the server").fill('{"image":"app","env":{"HOME":"/"}}');
    const encoded = page.getByLabel("Encoded call").filter({ hasText: '"key": "HOME"' });
    await encoded.waitFor();
    assert.equal(await downloaded(page), await encoded.textContent());
  });

  scenario("restores a streamed response, chunk by chunk", async (page) => {
    await roundTrip(page);
    const event = (part) => `data: ${JSON.stringify({ candidates: [{ content: { parts: [part] } }] })}\n\n`;
    const functionCall = { name: "run_container", args: { image: "app", env: [{ key: "HOME", value: "/" }] } };
    await page.getByText("Streamed response", { exact: true }).click();
    await page.getByLabel("Response stream").fill(event({ text: "Now." }) + event({ functionCall }));
    await page.locator(".pieces li", { hasText: '"env":{"HOME":"/"}' }).waitFor();
    assert.equal(await page.locator(".pieces li").count(), 3);
    const pieces = await page.locator(".pieces pre").allTextContents();
    assert.equal(await downloaded(page), pieces.filter((text) => text !== "nothing yet").join(""));
  });
});

describe("a finding", () => {
  scenario("has its fix, the API error, and its rule in place", async (page) => {
    const finding = page.locator(".findings .issue", { hasText: "GS002" });
    await finding.locator(".issue-head").click();
    assert.match(await finding.textContent(), /Gemini API error.*Unknown name "\$defs"/);
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
