// The picture as a table of Markdown.

import { cell, code, prose } from "../markdown/text";
import { markOf } from "./marks";
import { type Row, type Side, each } from "./row";

const HEAD = "| parameter | type | required | limits | change |\n|---|---|---|---|---|";

export function pictureAsMarkdown(root: Row): string {
  const lines = [...each(root)].filter((row) => row !== root).map(line);
  return lines.length === 0 ? "No parameters." : [HEAD, ...lines].join("\n");
}

function line({ path, name, parameter, before, after, mark, coded, emptied }: Row): string {
  const cells = [
    parameter ? code(path) : `${code(path)}, ${prose(name)}`,
    prose(change(before?.type, after?.type)),
    parameter ? ((before ?? after)?.required ? "required" : "optional") : "",
    prose(change(limits(before), limits(after))),
    prose([markOf(mark).word, coded, emptied && "models send it empty"].filter(Boolean).join("; ")),
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

const limits = (side: Side | undefined) => side?.limits.join(", ");

const change = (before = "", after = "") => (before === after ? before : `${before || "none"} → ${after || "none"}`);
