// Whatever form tools are pasted in: they are read, or the page says what the text is and what to do next.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { paste, row, scenarios, settled } from "./page.mjs";

const scenario = scenarios();
const readAs = (page, pattern) => page.locator("#read-as", { hasText: pattern }).waitFor();
const says = (page, pattern) => page.locator("#verdict", { hasText: pattern }).waitFor();
const editor = (page) => page.locator(".editor .cm-content");
const shownText = (page) =>
  page.evaluate(() => document.querySelector("#input").shadowRoot.querySelector(".cm-content").innerText);

const YAML = `name: search
inputSchema:
  type: object
  properties:
    limit:
      type: integer
      exclusiveMinimum: 0
`;
const ERROR = `[400 Bad Request] Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`;

describe("tools that are no JSON", () => {
  scenario("YAML is read, its findings point at its lines, and a click shows the JSON", async (page) => {
    await paste(page, YAML);
    await readAs(page, /^Read as: MCP tool, from YAML/);
    await row(page, "limit").waitFor();
    assert.match(await page.locator(".issue-head", { hasText: "exclusiveMinimum" }).first().textContent(), /7:7/);
    await page.getByRole("button", { name: "Show as JSON" }).click();
    await readAs(page, /^Read as: MCP tool(?!,)/);
    await row(page, "limit").waitFor();
    assert.match(await shownText(page), /^\{\s+"name": "search"/);
  });

  scenario("what is not read of a program is named with its line", async (page) => {
    await paste(
      page,
      `const tool = {\n  name: "a",\n  inputSchema: { type: "object", properties: { b: { const: 1, maximum: LIMIT } } },\n};`,
    );
    await row(page, "b").waitFor();
    await page
      .locator(".reading .notes li", { hasText: "Line 3: LIMIT is known only when the program runs" })
      .waitFor();
  });

  scenario("a tool whose schema is code is omitted, and its server's command is shown", async (page) => {
    const known = `{ name: "b", inputSchema: { type: "object", properties: { c: { const: 1 } } } }`;
    await paste(page, `const tools = [\n  { name: "a", inputSchema: zodToJsonSchema(Args) },\n  ${known},\n];`);
    const unknown = page.getByRole("region", { name: "Unknown schemas" });
    await unknown.getByText("Line 2: The schema of the tool a is known only when the program runs").waitFor();
    await unknown.getByText("lapidary extract --server 'node server.js'").waitFor();
    await row(page, "c").waitFor();
    await paste(page, `const tools = [{ name: "a", inputSchema: { type: "object", properties: PROPERTIES } }];`);
    await says(page, /^Only the running program knows all of this schema\. Of the part that is read: Gemini accepts/);
    assert.equal(await unknown.count(), 0);
  });

  scenario("operations of an OpenAPI document are tools", async (page) => {
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer", exclusiveMinimum: 0 } }];
    const paths = { "/pets/{id}": { get: { operationId: "getPet", parameters }, delete: { parameters } } };
    await paste(page, JSON.stringify({ openapi: "3.1.0", paths }));
    await readAs(page, /^Read as: tools\/list result, 2 tools, from an OpenAPI 3\.1\.0 document/);
    await page.getByText("2 operations, each a tool.").waitFor();
    await page.getByRole("option", { name: "delete_pets_id" }).click();
    await row(page, "id").waitFor();
  });
});

describe("other texts", () => {
  scenario("a client's file leads to the commands that ask its servers", async (page) => {
    await paste(
      page,
      JSON.stringify({ mcpServers: { a: { command: "npx", args: ["-y", "b"], env: { KEY: "secret" } } } }),
    );
    await says(page, "This is a configuration of 1 MCP server.");
    await page.getByText("lapidary check --server 'npx -y b' --env KEY").waitFor();
    assert.equal(await page.getByRole("tab").count(), 0);
    assert.doesNotMatch(await page.locator(".verdict").textContent(), /secret/);
  });

  scenario("how a server is started or reached leads to the command that checks it", async (page) => {
    for (const [text, command] of [
      ["claude mcp add a -e KEY=secret -- npx -y b", "--server 'npx -y b' --env KEY"],
      ["https://example.org/mcp", "--url https://example.org/mcp"],
      ['[mcp_servers.a]\ncommand = "npx"\nargs = ["b"]', "--config config.toml"],
    ]) {
      await paste(page, text);
      await page.locator(".command code", { hasText: `lapidary check ${command}` }).waitFor();
      assert.doesNotMatch(await page.locator(".verdict").textContent(), /secret/);
    }
    await paste(page, "why does my tool fail?");
    await says(page, "This is text without a tool, a schema or a known error.");
  });

  scenario("a request in an envelope is read, with its findings in the text that was pasted", async (page) => {
    const parameters = { type: "object", properties: { b: { const: 1 } } };
    const request = { contents: [], tools: [{ functionDeclarations: [{ name: "a", parameters }] }] };
    await paste(page, JSON.stringify({ key: "1", request }));
    await readAs(page, /Gemini request, 1 tool, from JSON with tools deeper in it/);
    await row(page, "b").waitFor();
  });

  scenario("an API's error asks for its tool, and stays beside it", async (page) => {
    await paste(page, ERROR);
    await says(page, "This is an error of an API.");
    const error = page.getByRole("region", { name: "API error" });
    await error.locator("blockquote", { hasText: "Unknown name" }).waitFor();
    await error.locator(".cause", { hasText: "Keyword exclusiveMinimum" }).waitFor();
    await error.locator(".cause", { hasText: "Place function 0 (the first), the first property" }).waitFor();
    await error.locator(".cause", { hasText: "Fix Writes an exclusive lower bound as minimum" }).waitFor();
    await error.getByText("About rule GS014").click();
    await error.getByRole("link", { name: "GS014 in the documentation" }).waitFor();
    await page.getByRole("button", { name: "Paste the tool" }).click();
    await page.waitForFunction(() => document.querySelector("#input").shadowRoot.activeElement !== null);
    await page.keyboard.insertText(
      '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"integer","exclusiveMinimum":0}}}}',
    );
    await settled(page);
    await row(page, "b").waitFor();
    await error.locator("blockquote", { hasText: "Unknown name" }).waitFor();
    await page.getByRole("button", { name: "Close the error" }).click();
    assert.equal(await page.locator("blockquote").count(), 0);
  });

  scenario("the tool that another API rejected is checked for that API", async (page) => {
    await paste(
      page,
      `openai.BadRequestError: Error code: 400 - {'error': {'message': "Invalid schema for function 'a': In context=('properties', 'b', 'items'), 'additionalProperties' is required to be supplied and to be false."}}`,
    );
    await page.getByRole("button", { name: "Use openai-strict" }).waitFor();
    await page.getByRole("button", { name: "Paste the tool" }).click();
    await page.getByText("Target openai-strict: the error is of its API.").waitFor();
    assert.equal(await page.locator("#target").inputValue(), "openai-strict");
    await page.waitForFunction(() => document.querySelector("#input").shadowRoot.activeElement !== null);
    const items = { type: "object", properties: { c: { type: "string" } } };
    const parameters = { type: "object", properties: { b: { type: "array", items } } };
    await page.keyboard.insertText(JSON.stringify({ type: "function", function: { name: "a", strict: true, parameters } }));
    await says(page, /^OpenAI would reject/);
  });

  scenario("equal errors are one, and an error about no schema says so", async (page) => {
    const at = (index) => `Unknown name "$schema" at 'tools[0].function_declarations[${index}].parameters'`;
    await paste(page, Array.from({ length: 60 }, (_, index) => `${at(index)}: Cannot find field.`).join("\n"));
    const error = page.getByRole("region", { name: "API error" });
    await error.locator(".cause li", { hasText: "function 1 (the second)" }).waitFor();
    await error.getByText("48 further places.").waitFor();
    assert.equal(await error.locator("blockquote").count(), 1);
    await paste(page, "[API Error: API key not valid. Please pass a valid API key.]");
    await error.getByText("It seems to be about the request, the account or the service, not about a schema.").waitFor();
    assert.equal(await page.getByText("Below is the previous result").count(), 0);
  });

  scenario("the tool that an error is about is selected, until another document follows", async (page) => {
    const parameters = { type: "object", properties: { a: {}, b: { type: "integer", exclusiveMinimum: 0 } } };
    const functionDeclarations = ["one_tool", "two_tool", "three_tool"].map((name) => ({ name, parameters }));
    await paste(page, ERROR.replace("[0].parameters.properties[0]", "[2].parameters.properties[1]"));
    await page.getByRole("button", { name: "Paste the tool" }).click();
    await page.waitForFunction(() => document.querySelector("#input").shadowRoot.activeElement !== null);
    await page.keyboard.insertText(JSON.stringify({ tools: [{ functionDeclarations }] }));
    await page.getByRole("option", { name: "three_tool", selected: true }).waitFor();
    await page.locator(".line[aria-selected=true]", { hasText: "b" }).waitFor();
    await page.getByRole("option", { name: "one_tool" }).click();
    const error = page.getByRole("region", { name: "API error" });
    await error.getByRole("button", { name: "three_tool, parameter b" }).click();
    await page.getByRole("option", { name: "three_tool", selected: true }).waitFor();
    await editor(page).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('{"name":"other","inputSchema":{"type":"object"}}');
    await says(page, /^Gemini accepts this tool/);
    assert.equal(await page.locator("blockquote").count(), 0);
  });

  scenario("an error is forgotten with another document", async (page) => {
    await paste(page, ERROR);
    await page.getByRole("button", { name: "Clear" }).click();
    await settled(page);
    assert.equal(await page.locator("blockquote").count(), 0);
  });
});

describe("broken JSON", () => {
  scenario("is corrected by a click beside what is wrong, and the lines that change are shown before", async (page) => {
    const broken = '{"name": "a",\n "inputSchema": {"type": "object", "properties": {"b": {"const": 1}}}';
    await paste(page, broken);
    await says(page, /^No schema could be read: /);
    await page.locator(".correction ins").first().waitFor();
    assert.equal(await page.locator(".verdict").getByRole("button", { name: "Correct the JSON" }).count(), 1);
    await editor(page).getByText('"inputSchema"').waitFor();
    assert.equal(await shownText(page), broken);
    await page.getByRole("button", { name: "Correct the JSON" }).click();
    await settled(page);
    await row(page, "b").waitFor();
  });
});

describe("minified JSON", () => {
  scenario("is formatted by a click, digits and all", async (page) => {
    await paste(
      page,
      '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"number","minimum":1.0,"maximum":12345678901234567890}}}}',
    );
    await page.getByRole("button", { name: "Format the JSON" }).click();
    await page.locator(".editor .cm-line").nth(3).waitFor();
    const text = await shownText(page);
    assert.match(text, /"minimum": 1\.0, "maximum": 12345678901234567890/);
  });
});
