// `node peers.mjs TEXTS [--figures FILE]`: what the conversion of a tool costs, for Lapidary and for the functions of other
// packages, over a file of tools, one a line. Prints a table, which `--figures FILE` writes as JSON too.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Asked } from "./asked.mjs";
import { CONVERTERS } from "./converters.mjs";
import { versionOf } from "./packages.mjs";

const WARM_UP = 2;
const ROUNDS = 9;
const STARTS = 5;
const MS = 1000;

const [, , texts, option, figures] = process.argv;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const lock = JSON.parse(readFileSync(path("package-lock.json"), "utf8"));

const BASE = { name: "", title: "the round trip alone", functions: ["JSON.parse", "JSON.stringify"] };
const OURS = { name: "Lapidary", title: "Lapidary", functions: ["transformText", "transformTools"] };
const others = Object.entries(CONVERTERS).map(([name, { folder, calls }]) => {
  return { name, title: `${name} ${versionOf(folder, lock).version}`, functions: [calls] };
});
const ROWS = [BASE, OURS, ...others];

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rounded = (number) => Number(number.toPrecision(2));

/** Every row in turn, round for round, so that what else the machine does hits all of them. */
async function warm() {
  const programs = ROWS.map(({ name }) => new Asked([process.execPath, path("converting.mjs"), name, texts]));
  const samples = ROWS.map(() => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [at, program] of programs.entries()) {
      const answer = await program.ask(round);
      if (answer.error) throw new Error(`${ROWS[at].title}: ${answer.error}`);
      if (round >= WARM_UP) samples[at].push(answer);
    }
  }
  for (const program of programs) program.stop();
  return samples;
}

/** The CPU time of a fresh process, in milliseconds, for each row; less what one takes that imports nothing. */
function cold() {
  const start = ({ name }) => Number(execFileSync(process.execPath, [path("converting.mjs"), name, texts, "cold"]));
  const samples = ROWS.map(() => []);
  for (let round = 0; round < STARTS; round++) for (const [at, row] of ROWS.entries()) samples[at].push(start(row));
  const [base, ...rest] = samples.map(median);
  return [0, ...rest.map((time) => (time - base) / MS)];
}

const count = readFileSync(texts, "utf8").split("\n").filter(Boolean).length;
const samples = await warm();
const starts = cold();
const rows = ROWS.map(({ title, functions }, at) => {
  const of = (what) => rounded(median(samples[at].map((sample) => sample[what])) / count);
  const times = { text: of("text"), objects: of("objects"), again: of("again"), cold: rounded(starts[at]) };
  return { title, functions, ...times, thrown: samples[at][0].thrown };
});
console.table(rows);
if (option === "--figures") writeFileSync(figures, `${JSON.stringify({ tools: count, rows }, null, 2)}\n`);
