// The steps of scripts/compare, over a folder with the tools of each set, one a line: `node main.mjs declare FOLDER`
// writes what every row makes of them to FOLDER/SET/ROW.jsonl; `node main.mjs figures FOLDER` measures time and size, and
// joins them with what measure.py found, FOLDER/SET.json, as docs/figures/compare.json.

import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { Asked } from "./asked.mjs";
import { joined } from "./figures.mjs";
import { ROWS } from "./rows.mjs";
import { size } from "./sizes.mjs";
import { time } from "./times.mjs";

const SETS = ["servers", "patterns", "corpus"];
const FIGURES = new URL("../../docs/figures/compare.json", import.meta.url);
const [, , step, folder] = process.argv;

const lines = (set) => {
  const file = join(folder, `${set}.jsonl`);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];
};

/** Takes one row after the other, beside others that do the same. */
async function worker(queue) {
  for (const [index, row] of queue) {
    const program = new Asked(row.command, row.options);
    const start = Date.now();
    for (const set of SETS) await answered(program, set, index);
    program.stop();
    console.error(`${row.name}: ${Math.round((Date.now() - start) / 1000)} s`);
  }
}

async function answered(program, set, index) {
  mkdirSync(join(folder, set), { recursive: true });
  const out = createWriteStream(join(folder, set, `${index}.jsonl`));
  for (const { name, description, inputSchema } of lines(set)) {
    out.write(`${JSON.stringify(await program.ask({ name, description, inputSchema }))}\n`);
  }
  out.end();
  await once(out, "finish");
}

async function declare() {
  const queue = ROWS.entries();
  await Promise.all(Array.from({ length: availableParallelism() }, () => worker(queue)));
}

async function figures() {
  const measured = Object.fromEntries(SETS.map((set) => [set, JSON.parse(readFileSync(join(folder, `${set}.json`)))]));
  const costs = [];
  for (const row of ROWS) {
    costs.push({ us: await time(row, lines("servers")), bytes: await size(row, process.env.PYTHON) });
    console.error(`${row.name}: timed`);
  }
  const counts = Object.fromEntries(SETS.map((set) => [set, lines(set).length]));
  const made = { counts, rows: joined(ROWS, measured, costs) };
  writeFileSync(FIGURES, `${JSON.stringify(made, null, 2)}\n`);
}

await { declare, figures }[step]();
