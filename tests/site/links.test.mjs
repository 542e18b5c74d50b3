// No link of the site is dead, anchors included, and neither is one into the repository. Nothing is asked of other hosts.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { LinkChecker } from "linkinator";
import { PAGES, ROOT } from "./blocks.mjs";
import { site } from "./site.mjs";

const REPOSITORY = /^https:\/\/github\.com\/lapidary-schema\/lapidary\/(?:blob|tree|edit)\/main\/([^#?]+)/;

const { address, stop } = await site();
after(stop);

test("pages, images and anchors are there", async () => {
  // That of Rust is held by the program that writes it; TypeDoc does not look at the links that lead out of its own.
  const linksToSkip = async (link) => !link.startsWith(address) || /\/docs\/api\/rust\/(?!lapidary\/index)/.test(link);
  const checked = await new LinkChecker().check({ path: `${address}docs/`, recurse: true, checkFragments: true, linksToSkip });
  const seen = checked.links.filter(({ state }) => state !== "SKIPPED");
  const pages = readdirSync(join(ROOT, "www/dist/docs"), { recursive: true }).filter((path) => /^(?!api).*\.html$/.test(path));
  const reached = new Set(seen.map(({ url }) => url.slice(`${address}docs/`.length).replace(/#.*/, "")));
  assert.deepEqual(pages.filter((page) => !reached.has(page)), [], "a page that none leads to");
  const broken = seen.filter(({ state }) => state === "BROKEN").map(({ url, parent }) => `${parent} -> ${url}`);
  assert.deepEqual(broken, []);
  const foreign = checked.links.map(({ url }) => REPOSITORY.exec(url)?.[1]).filter(Boolean);
  assert.ok(foreign.length > 100);
  const isThere = (path) => !path.includes("node_modules") && existsSync(join(ROOT, path));
  assert.deepEqual([...new Set(foreign)].filter((path) => !isThere(path)), []);
});

test("tests that SECURITY.md names are there", () => {
  const row = /^\| .* \| (.*) \|$/gm;
  const named = [...readFileSync(join(ROOT, "SECURITY.md"), "utf8").matchAll(row)].flatMap(([, cell]) => {
    const [files, folder = ""] = cell.split(" in ");
    const names = (text) => [...text.matchAll(/`([^`\s]+)(?: [^`]*)?`/g)].map(([, name]) => name);
    return names(files).map((name) => join(names(folder)[0] ?? "", name));
  });
  assert.ok(named.length > 5, named);
  assert.deepEqual(named.filter((path) => !existsSync(join(ROOT, path))), []);
});

test("the README is read in a minute", () => {
  assert.ok(readFileSync(join(ROOT, "README.md"), "utf8").trimEnd().split("\n").length <= 120);
});

test("so are files that Markdown leads to, for those who read it in the repository", () => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), "utf8").replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, link]) => link);
    const path = (link) => REPOSITORY.exec(link)?.[1] ?? (/^\w+:/.test(link) ? "" : join(dirname(page), link));
    assert.deepEqual(links.filter((link) => !existsSync(join(ROOT, path(link)))), [], page);
  }
});
