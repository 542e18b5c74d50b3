// The packed package in every runtime, and through every bundler in both browsers. `npm pack` makes the
// tarball, and a project without anything else installs it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import puppeteer from "puppeteer-core";
import { serve } from "../../scripts/lib/serve.mjs";

/** The output of `check.js`. */
const PASSED = /^passed with \d/m;
const here = import.meta.dirname;
const work = join(here, "project-copies");

/** Programs that run and print, some after a build. */
const RUNTIMES = [
  ["Node", "node main.js"],
  ["Node, CommonJS", "node out/main.cjs", "esbuild main.js --bundle --format=cjs --packages=external --outfile=out/main.cjs"],
  ["Node, esbuild", "node out/node.cjs", "esbuild main.js --bundle --platform=node --outfile=out/node.cjs"],
  ["Node, webpack", "node out/webpack-node/main.js", "webpack ./main.js --mode production --target node -o out/webpack-node"],
  ["Node, Vite SSR", "node out/ssr/main.js", "vite build --ssr main.js --outDir out/ssr"],
  ["Bun", "bun main.js"],
  ["Bun, CommonJS", "bun out/main.cjs"],
  ["Deno, without permissions", "deno run --no-prompt main.js"],
  ["Deno, decoding by the letter", "deno run --no-prompt by-letter.js"],
  [
    "workerd",
    "node ../workerd.mjs out/workerd",
    "esbuild worker.js --bundle --format=esm --conditions=workerd,worker,browser --loader:.wasm=copy --outdir=out/workerd",
  ],
];

/** Pages, each built into its own folder. */
const PAGES = [
  ["Vite", "vite build --base ./ --outDir out/vite"],
  ["webpack", "webpack ./main.js --mode production -o out/webpack"],
  ["Rollup", "rollup main.js --plugin node-resolve --file out/rollup/main.js"],
  ["esbuild", "esbuild main.js --bundle --minify --outfile=out/esbuild/main.js"],
  ["esbuild, neutral", "esbuild main.js --bundle --platform=neutral --outfile=out/neutral/main.js"],
  ["Parcel", "parcel build index.html --no-cache --cache-dir out/.parcel-cache --public-url ./ --dist-dir out/parcel"],
  ["Bun's bundler", "bun build main.js --outdir out/bun"],
];

/** Servers of pages that print their address, some after a build. */
const SERVERS = [
  ["Vite, in development", "vite"],
  ["Next.js, edge runtime", "next start next -p 0", "next build next"],
];

const BROWSERS = {
  chrome: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] },
  firefox: { executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" },
};

/** Programs know the types of the web, or those of Node. */
const TYPES = { "the web": "--lib es2022,dom --types ''", Node: "--lib es2022 --types node" };

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PATH: [join(here, "node_modules/.bin"), process.env.PATH].join(delimiter) };

/** The output of a command; an error contains it too. */
function shell(command) {
  const { status, stdout, stderr } = spawnSync(command, { cwd: work, env, shell: true, encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

const browsers = {};
let site;

before(async () => {
  rmSync(work, { recursive: true, force: true });
  cpSync(join(here, "project"), work, { recursive: true });
  const tarball = shell("npm pack --silent ../../../crate/wasm/dist").trim();
  shell(`npm install --silent --no-audit --no-fund --no-package-lock ./${tarball}`);
  for (const [browser, options] of Object.entries(BROWSERS)) browsers[browser] = await puppeteer.launch({ browser, ...options });
  site = await serve(work);
});

after(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  site?.close();
});

for (const [name, run, build] of RUNTIMES) {
  test(name, () => {
    if (build) shell(build);
    assert.match(shell(run), PASSED);
  });
}

for (const [host, options] of Object.entries(TYPES)) {
  test(`types, with those of ${host}`, () => {
    shell(`tsc --noEmit --strict --exactOptionalPropertyTypes --module nodenext ${options} types.mts types.cts`);
  });
}

for (const [name, build] of PAGES) {
  test(`${name}, in browsers`, async () => {
    shell(build);
    const [, folder] = /(out\/[\w-]+)/.exec(build);
    if (!existsSync(join(work, folder, "index.html"))) copyFileSync(join(work, "index.html"), join(work, folder, "index.html"));
    await open(`${site.address}${folder}/`);
  });
}

for (const [name, run, build] of SERVERS) {
  test(`${name}, in browsers`, async () => {
    if (build) shell(build);
    const server = spawn(run, { cwd: work, env, shell: true, detached: true });
    try {
      await open(await announced(server));
    } finally {
      process.kill(-server.pid);
    }
  });
}

/** The address that a server prints when it is ready. */
async function announced({ stdout, stderr }) {
  for await (const line of createInterface({ input: stdout })) {
    const [url] = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(line)) ?? [];
    if (url) return url;
  }
  throw new Error((await stderr.toArray()).join(""));
}

test("no bundler, in browsers", () => open(`${site.address}unbundled.html`));

/** Opens a page in each browser, and waits for what its script says, or else reads it. */
async function open(url) {
  for (const browser of Object.values(browsers)) {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(url, { waitUntil: "load" });
    const outcome = await page.evaluate("globalThis.outcome ?? document.body.innerText");
    assert.match(String(outcome), PASSED, errors.join("\n"));
    await page.close();
  }
}
