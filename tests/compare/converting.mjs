// `node converting.mjs NAME TEXTS`: for each line of standard input, which is the number of a round, converts all tools of
// a file that has one a line, and answers with CPU times in microseconds. `node converting.mjs NAME TEXTS cold` converts
// the first tools once, and answers with the time of the whole process. No NAME: the round trip of the tools as JSON.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { inTurns, time } from "../bench/timing.mjs";

const DIST = "../../crate/wasm/dist/index.js";

const [, , name, file, isCold] = process.argv;

/** How tools are declared: from texts, and from objects. */
async function declaring() {
  if (!name) return { text: roundTrip, objects: (tools) => JSON.parse(JSON.stringify(tools)) };
  if (name === "Lapidary") {
    const { transformText, transformTools } = await import(DIST);
    return { text: transformText, objects: (tools) => transformTools(tools).declarations };
  }
  const { CONVERTERS, opened } = await import("./converters.mjs");
  const convert = await opened(CONVERTERS[name]);
  // Some throw on what they do not know.
  const declare = (tool) => {
    try {
      return convert(tool);
    } catch {
      thrown += 1;
      return {};
    }
  };
  return { text: (text) => JSON.stringify(declare(JSON.parse(text))), objects: (tools) => tools.map(declare) };
}

function roundTrip(text) {
  return JSON.stringify(JSON.parse(text));
}

let thrown = 0;

const texts = readFileSync(file, "utf8").split("\n").filter(Boolean);

if (isCold) {
  const { objects } = await declaring();
  objects(inTurns(texts)[0].map((text) => JSON.parse(text)));
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${user + system}\n`);
  process.exit(0);
}

/** The tools under names of their own, as some remember what they were asked, so many at a time. */
function turns(round) {
  const tools = texts.map((text) => JSON.parse(text));
  return inTurns(tools.map((tool) => ({ ...tool, name: `${tool.name}_${round}`.slice(-64) })));
}

const { text, objects } = await declaring();
for await (const round of createInterface({ input: process.stdin })) {
  thrown = 0;
  const answer = { text: time(text, texts), objects: 0, again: 0 };
  answer.thrown = thrown;
  for (const turn of turns(round)) {
    answer.objects += time(objects, [turn]);
    answer.again += time(objects, [turn]);
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
