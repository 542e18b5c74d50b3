// `node written.mjs`: writes the page and its chart from docs/figures/compare.json, and prints the rows for README.md.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { chart } from "./chart.mjs";
import { page, readme } from "./page.mjs";

const DOCS = new URL("../../docs/", import.meta.url);
const read = (name) => readFileSync(new URL(name, DOCS), "utf8");

/** The figures that the page is made of, and each file that is made of them. */
export const figures = () => JSON.parse(read("figures/compare.json"));
export const files = (made) => ({ "COMPARE.md": page(made), "figures/compare.svg": chart(made) });

/** Those whose text is another. */
export const stale = () => Object.entries(files(figures())).filter(([name, text]) => read(name) !== text).map(([name]) => name);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [name, text] of Object.entries(files(figures()))) writeFileSync(new URL(name, DOCS), text);
  console.log(readme(figures()));
}
