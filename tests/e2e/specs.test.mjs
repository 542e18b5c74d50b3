// The specs in three browsers, with both modules of the package: the same inputs give the same bytes as natively.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { serve } from "../../scripts/lib/serve.mjs";
import { startFirefox } from "./firefox.mjs";
import { startChromium } from "./page.mjs";
import { startWebKit } from "./webkit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SPECS = join(ROOT, "tests/specs");
const MODULES = ["lapidary.wasm", "small.wasm"];

/** How a page is opened in each browser, of which Puppeteer and Playwright say the same. */
const pages = (start) => async () => {
  const browser = await start();
  return { open: () => browser.newPage(), stop: () => browser.close() };
};
const BROWSERS = {
  Chromium: pages(startChromium),
  Firefox: pages(startFirefox),
  WebKit: async () => {
    const { driver, stop } = await startWebKit();
    const page = {
      goto: (address) => driver.get(address),
      waitForFunction: (condition) => driver.wait(() => driver.executeScript(`return (${condition})()`)),
      evaluate: (work, given) => driver.executeScript(`return (${work})(...arguments)`, given),
    };
    return { open: () => page, stop };
  },
};

/** The sections of an answers file: a target and mode each, and the output. */
function* sections(answers) {
  for (const section of answers.split("=== ").slice(1)) {
    const [, labels, output] = /^(.*)\n([^]*?)\n---\n/.exec(section);
    for (const label of labels.split(", ")) {
      const [target, mode = "drop-in"] = label.split(" ");
      yield { options: { target, mode }, output };
    }
  }
}

function cases() {
  const files = readdirSync(SPECS, { recursive: true }).filter((file) => file.endsWith(".json"));
  return files.map((file) => {
    const input = readFileSync(join(SPECS, file), "utf8");
    const expected = [...sections(readFileSync(join(SPECS, file.replace(/json$/, "answers")), "utf8"))];
    return { file, input, expected };
  });
}

let server;
before(async () => {
  server = await serve(ROOT);
});
after(() => server.close());

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(name, () => {
    let browser;
    before(async () => {
      browser = await start();
    });
    after(() => browser?.stop());

    for (const module of MODULES) {
      test(`${module} gives the bytes and the refusals that the native engine gives`, async () => {
        const page = await browser.open();
        await page.goto(`${server.address}tests/e2e/specs.html?${module}`);
        await page.waitForFunction(() => globalThis.outputs !== undefined);
        await compare(page);
        await refuses(page);
      });
    }
  });
}

async function compare(page) {
  let compared = 0;
  for (const { file, input, expected } of cases()) {
    const calls = expected.map(({ options }) => [input, options]);
    const outputs = await page.evaluate((given) => globalThis.outputs(given), calls);
    expected.forEach(({ options: { target, mode }, output }, at) => {
      assert.equal(outputs[at], output, `${file}, ${target}, ${mode}`);
      compared++;
    });
  }
  assert.ok(compared > 0, "no spec was found");
}

async function refuses(page) {
  const refusal = (...call) => page.evaluate((given) => globalThis.refusal(...given), call);
  const { issue } = await refusal("{");
  assert.deepEqual([issue.code, issue.line], ["invalid-json", 1]);
  const { message } = await refusal("{}", { target: "nowhere" });
  assert.match(message, /^options: target: must be one of gemini, /);
}
