// The engine in Node beside V8's own round trip over the same texts. Rounds of both alternate, so
// that what else the machine does hits both; the ratio of each round is one sample.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { normalizeRequest, transformText, transformTools } from "../../crate/wasm/dist/index.js";
import { row } from "./table.mjs";
import { texts } from "./texts.mjs";

const WASM = fileURLToPath(new URL("../../crate/wasm/pkg/lapidary_wasm_bg.wasm", import.meta.url));
const FIRST_CALL = fileURLToPath(new URL("first-call.mjs", import.meta.url));
const WARM_UP = 3;
const ROUNDS = 15;
const STARTS = 7;
const TURN = 20;
const KB = 1000;

function time(work, inputs) {
  const start = performance.now();
  for (const text of inputs) work(text);
  return performance.now() - start;
}

function compare(work, base, inputs) {
  const samples = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Who goes first alternates too.
    const first = round % 2 === 0 ? work : base;
    const second = first === work ? base : work;
    const times = [time(first, inputs), time(second, inputs)];
    const ratio = first === work ? times[0] / times[1] : times[1] / times[0];
    if (round >= 0) samples.push(ratio);
  }
  return samples;
}

const wasm = readFileSync(WASM);
const inputs = texts();
const bytes = inputs.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.error(`${inputs.length} texts, ${Math.round(bytes / KB)} KB, ${ROUNDS} rounds, Node ${process.version}`);

const roundTrip = (text) => JSON.stringify(JSON.parse(text));
row("transformText / JSON round trip (V8)", compare(transformText, roundTrip, inputs), 2.0, 1.0);

const tools = inputs.map((text) => JSON.parse(text)).filter(({ name, inputSchema }) => name && inputSchema);

/** Agents send the same tools each turn: what the second turn costs beside the first. */
function again(round) {
  const turns = [];
  for (let at = 0; at < tools.length; at += TURN) {
    turns.push(tools.slice(at, at + TURN).map((tool) => ({ ...tool, name: `${tool.name}_${round}` })));
  }
  const pairs = turns.map((tools) => [time(transformTools, [tools]), time(transformTools, [tools])]);
  const [first, second] = [0, 1].map((which) => pairs.reduce((sum, pair) => sum + pair[which], 0));
  return second / first;
}
row("transformTools, the same tools again / first", Array.from({ length: ROUNDS }, (_, round) => again(round)), 0.1, 0.02);

/** What a later turn of a conversation costs beside the first, with the same tools and more to say. */
function nextTurn(round) {
  const said = { role: "user", parts: [{ text: "What is new? ".repeat(100) }] };
  let [first, next] = [0, 0];
  for (let at = 0; at < tools.length; at += TURN) {
    const functionDeclarations = tools
      .slice(at, at + TURN)
      .map(({ name, description, inputSchema }) => ({ name: `${name}_${round}`, description, parameters: inputSchema }));
    const turn = (count) => JSON.stringify({ contents: Array(count).fill(said), tools: [{ functionDeclarations }] });
    const [one, two] = [turn(1), turn(3)];
    first += time(normalizeRequest, [one]);
    next += time(normalizeRequest, [two]);
  }
  return next / first;
}
row("normalizeRequest, the next turn / first", Array.from({ length: ROUNDS }, (_, round) => nextTurn(round)), 0.1, 0.02);

const starts = Array.from({ length: STARTS }, () => Number(execFileSync(process.execPath, [FIRST_CALL])));
row("import and first call, ms", starts, 15, 15);
row("wasm, KB", [wasm.length / KB], 200, 200);
row("wasm gzipped, KB", [gzipSync(wasm, { level: 9 }).length / KB], 80, 60);
