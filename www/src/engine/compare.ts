// Comparisons: one tool for every target, or every tool for one target; and the findings in all tools.

import { type Finding, SEVERITIES, type Severity, grouped } from "../findings/group";
import { draw } from "../picture/rows";
import { counted } from "../picture/summary";
import * as engine from "./api";
import { type Document, type Schemas, declaredName, line, sizes } from "./document";
import type { Comparison, Made, RuleLine, Survey } from "./protocol";

export function compare(document: Document, index: number): Comparison[] {
  return engine.targets().flatMap(({ id, summary }) => {
    const other = forTarget(document, id);
    const [tool, schemas] = [other.result.tools[index], other.schemas(index)];
    return tool && schemas ? [{ target: id, summary, ...made(tool, schemas) }] : [];
  });
}

export function survey(document: Document, target: string): Survey {
  const other = forTarget(document, target);
  const [{ tools }, schemas, declared] = [other.result, other.allSchemas(), other.declaredNames()];
  const lines = tools.map((tool, at) => ({
    ...made(tool, schemas[at] ?? { original: null, transformed: null }),
    leftOut: !declared.has(declaredName(tool)),
  }));
  return { tools: lines, rules: ruled(tools) };
}

/** The findings in all tools. */
export function findings({ result }: Document): Finding[] {
  const found = result.tools.flatMap(({ name, issues }) => issues.map((issue) => ({ name, issue })));
  return grouped(
    found.map(({ issue }) => issue),
    found.map(({ name }) => name),
  );
}

const forTarget = (document: Document, target: string) =>
  document.with({ ...document.choices, target });

function made(tool: engine.Tool, schemas: Schemas): Made {
  const { root } = draw({ ...schemas, ...tool });
  return {
    ...line(tool),
    counts: counted(root),
    sizes: sizes(schemas),
  };
}

const isGraver = (one: Severity, other: Severity) => SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other);

/** The findings of each rule, with the most severe one. */
function ruled(tools: engine.Tool[]): RuleLine[] {
  const rules = new Map<string, RuleLine>();
  for (const { issues } of tools) {
    const here = new Set<string>();
    for (const { code, pattern, severity, unlisted = 0 } of issues) {
      const rule = rules.get(code) ?? { code, pattern, severity, tools: 0, findings: 0 };
      rules.set(code, rule);
      if (!here.has(code)) rule.tools += 1;
      here.add(code);
      rule.findings += 1 + unlisted;
      if (isGraver(severity, rule.severity)) rule.severity = severity;
    }
  }
  return [...rules.values()];
}
