// Rows of a benchmark, tab-separated on standard output: what, least, median, most, gate, aim.
// Run as a program, reads such rows and prints them as one table, which `--figures FILE` writes as JSON too; fails if
// one is over its gate.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const OVER = "over the gate";
const HEADER = ["what", "least", "median", "most", "gate", "aim", ""];

export function row(what, samples, gate, aim) {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log([what, sorted[0], median, sorted.at(-1), gate, aim].join("\t"));
}

const shown = (value) => (Number(value) >= 100 ? Number(value).toFixed(0) : Number(value).toFixed(2));

function verdict(median, gate, aim) {
  if (median <= aim) return "within the aim";
  return median <= gate ? "within the gate" : OVER;
}

function cells(line) {
  const [what, ...numbers] = line.split("\t");
  const [, median, , gate, aim] = numbers.map(Number);
  return [what, ...numbers.map(shown), verdict(median, gate, aim)];
}

/** A row, its numbers with two digits; sizes are recorded in tests/packaging/sizes.json only. */
function figure(line) {
  const [what, ...numbers] = line.split("\t");
  if (what.endsWith(", kB")) return { what, gate: Number(numbers[3]) };
  const [least, median, most, gate] = numbers.map((number) => Math.round(Number(number) * 100) / 100);
  return { what, least, median, most, gate };
}

function print(rows) {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  for (const cells of rows) {
    const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : i < 6 ? cell.padStart(widths[i]) : cell));
    console.log(padded.join("  ").trimEnd());
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
  const rows = lines.map(cells);
  print([HEADER, ...rows]);
  if (rows.some((row) => row.at(-1) === OVER)) process.exitCode = 1;
  const [option, file] = process.argv.slice(2);
  if (option === "--figures") writeFileSync(file, `${JSON.stringify(lines.map(figure), null, 2)}\n`);
}
