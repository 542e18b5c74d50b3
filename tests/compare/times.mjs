// What a tool costs in CPU time. Where a package converts on the way to a request, the time of a request with the tool,
// less that of one with a tool without parameters; both alternate, so that what else the machine does hits both.

import { Asked } from "./asked.mjs";

const ROUNDS = 3;
const EACH = 6;
const BARE = { inputSchema: { type: "object", properties: {} } };

/** Microseconds a tool: the median of rounds, after one that is not counted. Of all tools, every sixth. */
export async function time({ command, options, isDirect }, tools) {
  const program = new Asked(command, options);
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    let [sum, count] = [0, 0];
    for (const [at, { name, description, inputSchema }] of tools.entries()) {
      if (at % EACH !== 0) continue;
      // Another name each time, as some remember what they were asked.
      const named = { name: `${name.slice(0, 50)}_${round}`, description };
      const answer = await program.ask({ ...named, inputSchema });
      const bare = isDirect ? { us: 0 } : await program.ask({ ...named, ...BARE });
      if (!answer.declaration) continue;
      sum += answer.us - bare.us;
      count += 1;
    }
    if (round > 0) rounds.push(sum / count);
  }
  program.stop();
  return rounds.sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
}
