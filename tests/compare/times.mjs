// The CPU time that a tool's schema costs: of a request, or of a call, with the tool, less that with a tool without
// parameters, since most packages convert as part of a request. Both alternate, so that other load affects both.

import { Asked } from "./asked.mjs";

/** Node compiles what is called often while it runs; Python compiles once. */
const ROUNDS = { npm: 30, pypi: 4 };
const EACH = 6;
const BARE = { inputSchema: { type: "object", properties: {} } };

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Microseconds of the median tool, of every sixth: each by the median of the later half of all rounds. */
export async function time({ command, options, wheel }, tools) {
  const program = new Asked(command, options);
  const some = tools.filter((_, at) => at % EACH === 0);
  const samples = some.map(() => []);
  const rounds = wheel ? ROUNDS.pypi : ROUNDS.npm;
  for (let round = 0; round < rounds; round++) {
    for (const [at, tool] of some.entries()) {
      const us = await sample(program, tool, round);
      if (us !== undefined && round >= rounds / 2) samples[at].push(us);
    }
  }
  program.stop();
  return median(samples.filter((some) => some.length > 0).map(median));
}

/** The time of a tool, under a new name each time because some packages cache; undefined without a declaration. */
async function sample(program, { name, description, inputSchema }, round) {
  const named = { name: `${name.slice(0, 50)}_${round}`, description };
  const answer = await program.ask({ ...named, inputSchema });
  const bare = await program.ask({ ...named, ...BARE });
  return answer.declaration && answer.us - bare.us;
}
