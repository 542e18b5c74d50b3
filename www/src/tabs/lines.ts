// A unified diff in rows, for one column or for two.

export interface Line {
  kind: "same" | "removed" | "added" | "moved" | "place";
  text: string;
}

/** The engine lays both sides out alike, and says in comments what a reference brought here. */
export function linesOf(unified: string): Line[] {
  return unified
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("--- ") && !line.startsWith("+++ "))
    .map((line) => {
      const text = line.slice(1);
      if (line.startsWith("@@")) return { kind: "place", text: line };
      if (line.startsWith("+")) return { kind: "added", text };
      if (line.startsWith("-")) return { kind: "removed", text };
      return { kind: text.trim().startsWith("// moved here") ? "moved" : "same", text };
    });
}

export interface Pair {
  left: Line | undefined;
  right: Line | undefined;
}

/** Removed lines beside those that stand there instead. */
export function paired(lines: Line[]): Pair[] {
  const pairs: Pair[] = [];
  let [removed, added]: [Line[], Line[]] = [[], []];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      pairs.push({ left: removed[index], right: added[index] });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}
