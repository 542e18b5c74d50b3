// The two result panes. Very long texts are shown in part: a browser lays out a few hundred
// thousand characters well, and many millions badly. Copying always takes the whole.

import { byId, h } from "../dom";

const SHOWN_CHARACTERS = 400_000;
const SHOWN_LINES = 5_000;

const output = byId("panel-output");
const diff = byId("panel-diff");

export function showOutput(text: string): void {
  output.replaceChildren(text.slice(0, SHOWN_CHARACTERS));
  if (text.length > SHOWN_CHARACTERS) {
    output.append(more(`${(text.length - SHOWN_CHARACTERS).toLocaleString("en")} more characters; Copy takes all`));
  }
}

export function showDiff(unified: string): void {
  if (unified === "") {
    diff.replaceChildren(more("nothing changes"));
    return;
  }
  const lines = unified.slice(0, SHOWN_CHARACTERS).split("\n").slice(0, SHOWN_LINES);
  const rows = lines.map((line) => h("span", { class: `line ${kindOf(line)}` }, `${line}\n`));
  diff.replaceChildren(...rows);
  const rest = unified.length - lines.join("\n").length;
  if (rest > 0) diff.append(more(`${rest.toLocaleString("en")} more characters; Copy takes all`));
}

// Colour only repeats what the first character of the line says.
function kindOf(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "place";
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return "same";
}

const more = (text: string) => h("em", { class: "quiet" }, `… ${text}`);
