// The engine in Node beside V8's own round trip over the same tools, which a file has one a line. Rounds of both
// alternate, so that what else the machine does hits both; the ratio of each round is one sample.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { normalizeRequest, transformText, transformTools } from "../../crate/wasm/dist/index.js";
import { row } from "./table.mjs";
import { inTurns, time } from "./timing.mjs";

const WASM = fileURLToPath(new URL("../../crate/wasm/dist/lapidary.wasm", import.meta.url));
const FIRST_CALL = fileURLToPath(new URL("first-call.mjs", import.meta.url));
const WARM_UP = 3;
const ROUNDS = 15;
const STARTS = 7;
const KB = 1000;

/** Ratios of two works, round for round, on what each round is given. */
function compare(work, base, given) {
  const samples = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const inputs = given(round);
    const both = [() => time(work, inputs), () => time(base, inputs)];
    // Who goes first alternates too.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const times = [];
    for (const which of order) times[which] = both[which]();
    if (round >= 0) samples.push(times[0] / times[1]);
  }
  return samples;
}

/** Ratios of what a second call takes to what the first one took, round for round, over pairs of such inputs. */
function compareAgain(work, pairs) {
  return Array.from({ length: ROUNDS }, (_, round) => {
    let [first, second] = [0, 0];
    // Pair by pair, since not all of them are remembered.
    for (const pair of pairs(round)) {
      first += time(work, [pair[0]]);
      second += time(work, [pair[1]]);
    }
    return second / first;
  });
}

const texts = readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean);
const wasm = readFileSync(WASM);
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
console.error(`${texts.length} tools, ${Math.round(bytes / KB)} KB, ${ROUNDS} rounds, Node ${process.version}`);

const throughText = (text) => JSON.stringify(JSON.parse(text));
const throughObjects = (tools) => JSON.parse(JSON.stringify(tools));
row("transformText / JSON round trip (V8)", compare(transformText, throughText, () => texts), 2.0, 1.5);

const tools = texts.map((text) => JSON.parse(text)).filter(({ name, inputSchema }) => name && inputSchema);

/** All tools, declared together so many at a time; under names of each round, so that none is known. */
function turns(round) {
  const named = tools.map((tool) => ({ ...tool, name: `${tool.name}_${round + WARM_UP}` }));
  return inTurns(named);
}
row("transformTools, report unread / JSON round trip (V8)", compare(transformTools, throughObjects, turns), 3.0, 2.5);

// Agents hand over the same tools each turn.
const same = (round) => turns(ROUNDS + round).map((turn) => [turn, turn]);
row("transformTools, the same tools again / first", compareAgain(transformTools, same), 0.1, 0.03);

/** A request of some tools, with so much said. */
function request(turn, count) {
  const said = { role: "user", parts: [{ text: "What is new? ".repeat(100) }] };
  const declaration = ({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema });
  return JSON.stringify({ contents: Array(count).fill(said), tools: [{ functionDeclarations: turn.map(declaration) }] });
}
const next = (round) => turns(round).map((turn) => [request(turn, 1), request(turn, 3)]);
row("normalizeRequest, the next turn / first", compareAgain(normalizeRequest, next), 0.1, 0.03);

const starts = Array.from({ length: STARTS }, () => Number(execFileSync(process.execPath, [FIRST_CALL])));
row("import and first call, ms", starts, 15, 10);
row("wasm, kB", [wasm.length / KB], 550, 450);
row("wasm gzipped, kB", [gzipSync(wasm, { level: 9 }).length / KB], 235, 190);
