// The specs in three browsers, with both modules of the package: the same inputs give the same bytes as natively.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/lib/serve.mjs";
import { startFirefox } from "./firefox.mjs";
import { startChromium } from "./page.mjs";
import { startWebKit } from "./webkit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SPECS = join(ROOT, "tests/specs");
const MODULES = ["lapidary.wasm", "small.wasm"];

/** How each browser opens an address, and what it answers there to `outputs(calls)`. */
const BROWSERS = {
  Chromium: async () => {
    const browser = await startChromium();
    return { open: () => browser.newPage(), stop: () => browser.close() };
  },
  Firefox: async () => {
    const browser = await startFirefox();
    return { open: () => browser.newPage(), stop: () => browser.close() };
  },
  WebKit: async () => {
    const { driver, stop } = await startWebKit();
    const page = {
      goto: (address) => driver.get(address),
      waitForFunction: (condition) => driver.wait(() => driver.executeScript(`return (${condition})()`)),
      evaluate: (work, given) => driver.executeScript(`return (${work})(...arguments)`, given),
      close: () => driver.get("about:blank"),
    };
    return { open: async () => page, stop };
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
  test(`every spec gives the same bytes in ${name}`, async () => {
    const specs = cases();
    assert.ok(specs.length > 0, "no spec was found");
    const browser = await start();
    try {
      for (const module of MODULES) await compare(await browser.open(), module, specs);
    } finally {
      await browser.stop();
    }
  });
}

async function compare(page, module, specs) {
  // Another query is another document: a fragment alone would leave the one that is there.
  await page.goto(`${server.address}tests/e2e/specs.html?${module}`);
  await page.waitForFunction(() => globalThis.outputs !== undefined);
  for (const { file, input, expected } of specs) {
    const calls = expected.map(({ options }) => [input, options]);
    const outputs = await page.evaluate((given) => globalThis.outputs(given), calls);
    expected.forEach(({ options: { target, mode }, output }, at) => {
      assert.equal(outputs[at], output, `${file}, ${target}, ${mode}, ${module}`);
    });
  }
  await page.close();
}
