// `node tests/clients/field/main.mjs [--check] [SERVER…]`: the table of these servers, of all without names. Without
// `--check` the page and its figures are written; with it nothing is, and what is wrong ends the run with 1.

import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";

import { row } from "./row.mjs";
import { SERVERS } from "./servers.mjs";
import { figures, page, problems } from "./table.mjs";

const PAGE = new URL("../../../docs/FIELD_TABLE.md", import.meta.url);
const FIGURES = new URL("../../../docs/figures/field.json", import.meta.url);

const [check, names] = [process.argv.includes("--check"), process.argv.slice(2).filter((name) => name !== "--check")];
const unknown = names.filter((name) => !SERVERS.some((server) => server.name === name));
if (unknown.length > 0) throw new Error(`no server of the table is called ${unknown.join(", ")}`);
if (names.length > 0 && !check) throw new Error("the page has all servers: some of them are for --check");
const chosen = SERVERS.filter(({ name }) => names.length === 0 || names.includes(name));
const rows = [];

/** Takes one server after the other, beside others that do the same. */
async function worker(queue) {
  for (const [index, server] of queue) {
    const start = Date.now();
    rows[index] = { server, cells: await row(server) };
    console.error(`${server.name}: ${Math.round((Date.now() - start) / 1000)} s`);
  }
}

const queue = chosen.entries();
await Promise.all(Array.from({ length: availableParallelism() }, () => worker(queue)));

const wrong = problems(rows);
for (const problem of wrong) console.error(problem);
if (!check) {
  writeFileSync(PAGE, page(rows));
  writeFileSync(FIGURES, `${JSON.stringify(figures(rows), null, 2)}\n`);
} else {
  if (names.length === 0 && readFileSync(PAGE, "utf8") !== page(rows)) wrong.push("the page is stale");
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
