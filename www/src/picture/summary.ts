// The picture in one sentence, and in numbers.

import { MARKS, type Mark } from "./marks";
import { type Row, each } from "./row";

export interface Counts {
  parameters: number;
  marks: Partial<Record<Mark, number>>;
  /** Those that models send empty. */
  emptied: number;
}

export function counted(root: Row): Counts {
  const counts: Counts = { parameters: 0, marks: {}, emptied: 0 };
  for (const row of each(root)) {
    if (row.emptied) counts.emptied += 1;
    if (!row.parameter || !row.before || row === root) continue;
    counts.parameters += 1;
    counts.marks[row.mark] = (counts.marks[row.mark] ?? 0) + 1;
  }
  return counts;
}

/** "31 parameters: 22 unchanged, 7 rewritten, 2 looser". */
export function inWords({ parameters, marks }: Counts): string {
  if (parameters === 0) return "no parameters";
  const parts = MARKS.filter(({ id }) => marks[id]).map(({ id, word }) => `${marks[id]} ${word}`);
  return `${parameters} ${parameters === 1 ? "parameter" : "parameters"}: ${parts.join(", ")}`;
}
