// A report as SARIF 2.1.0, which code scanning reads: what `lapidary check --format sarif` prints.

import type { Issue, Report, Rule } from "../engine/api";

export type Described = Pick<Rule, "code" | "slug" | "title" | "summary" | "severity" | "docs">;

/** A pasted text has no path. */
const FILE = "input.json";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** Of a report whose places are counted in characters. */
export function sarif({ issues, tools }: Report, rules: Described[], version: string): unknown {
  const places = new Map(rules.map(({ code }, index) => [code, index]));
  const found = [{ name: "", issues }, ...tools];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Lapidary",
            semanticVersion: version,
            informationUri: rules[0]?.docs.split("/blob/")[0],
            rules: rules.map(descriptor),
          },
        },
        columnKind: "unicodeCodePoints",
        results: found.flatMap(({ name, issues }) => issues.map((issue) => result(name, issue, places.get(issue.code)))),
      },
    ],
  };
}

const descriptor = ({ code, slug, title, summary, docs, severity }: Described) => ({
  id: code,
  name: slug,
  shortDescription: { text: title },
  fullDescription: { text: summary },
  helpUri: docs,
  defaultConfiguration: { level: LEVELS[severity] },
});

function result(tool: string, issue: Issue, ruleIndex: number | undefined) {
  const { code, severity, message, fix, help, path, line, column, span } = issue;
  const region = {
    startLine: Math.max(line, 1),
    startColumn: Math.max(column, 1),
    charOffset: span.start,
    charLength: span.end - span.start,
  };
  const logical = { name: tool, fullyQualifiedName: `${tool} ${path}`, kind: "function" };
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[severity],
    message: { text: `${message}${fix === null ? "" : `; fix: ${fix}`}${help && `; ${help}`}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: FILE }, region },
        ...(tool !== "" && { logicalLocations: [logical] }),
      },
    ],
    partialFingerprints: { "lapidary/v1": `${code} ${tool} ${path}` },
    suppressions: [],
  };
}
