// What every target makes of one tool.

import { draw } from "../picture/rows";
import { counted } from "../picture/summary";
import * as engine from "./api";
import { Document } from "./document";
import type { Comparison } from "./protocol";

export function compare(document: Document, index: number): Comparison[] {
  const name = document.result.tools[index]?.name;
  return engine.targets().map(({ id, summary }) => {
    const other = document.with(document.text, { ...document.choices, target: id });
    const tool = other.result.tools[index];
    const schemas = other.schemas(index);
    const issues = tool?.name === name ? (tool?.issues ?? []) : [];
    const { root } = draw({
      original: schemas?.original,
      transformed: schemas?.transformed,
      codec: tool?.codec,
      issues,
      door: engine.doorOf(tool?.target ?? id),
    });
    return {
      target: id,
      summary,
      refused: tool?.refused ?? false,
      counts: counted(root),
      more: issues.filter(({ acceptsMore, idle }) => acceptsMore && !idle).length,
      less: issues.filter(({ acceptsLess }) => acceptsLess).length,
      bytes: new TextEncoder().encode(JSON.stringify(schemas?.transformed ?? null)).length,
    };
  });
}
