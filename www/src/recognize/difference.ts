// What a correction changes, as it is shown before it is made.

import type { Correction } from "./recognized";

const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 80;

export function difference(before: string, after: string): Correction {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const differing = [...Array(Math.max(old.length, now.length)).keys()].filter((index) => old[index] !== now[index]);
  const shown = (line: string | undefined, other: string | undefined) => excerpt(line ?? "", other ?? "");
  return {
    text: after,
    count: differing.length,
    lines: differing.slice(0, SHOWN_LINES).map((index) => ({
      line: index + 1,
      before: shown(old[index], now[index]),
      after: shown(now[index], old[index]),
    })),
  };
}

/** The part of a line from shortly before where it differs. */
function excerpt(line: string, other: string): string {
  let same = 0;
  while (same < line.length && line[same] === other[same]) same += 1;
  const from = line.length <= SHOWN_CHARACTERS ? 0 : Math.max(0, same - SHOWN_CHARACTERS / 2);
  const cut = line.slice(from, from + SHOWN_CHARACTERS).trim();
  return `${from > 0 ? "…" : ""}${cut}${from + SHOWN_CHARACTERS < line.length ? "…" : ""}`;
}
