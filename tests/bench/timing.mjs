// Shared by the measurements in Node.

/** Tools that are declared together. */
const TURN = 20;

/** The CPU time that work takes, in microseconds. */
export function time(work, inputs) {
  const start = process.cpuUsage();
  for (const input of inputs) work(input);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Tools as they are declared together, so many at a time. */
export const inTurns = (tools) =>
  Array.from({ length: Math.ceil(tools.length / TURN) }, (_, at) => tools.slice(at * TURN, (at + 1) * TURN));
