// The options and their defaults: only options that differ from the default are stored and shared.

import type { Choices } from "../engine/protocol";

export const TABS = ["picture", "declaration", "diff", "request", "call", "report", "targets"] as const;
export type Tab = (typeof TABS)[number];

export const isTab = (value: unknown): value is Tab => TABS.includes(value as Tab);

export const STANDARD: Choices = { target: "gemini", mode: "drop-in" };

const SURFACES = ["gemini-api", "vertex-ai", "live", "gateway"];
const isText = (value: unknown): value is string => typeof value === "string" && value.length < 200;
/** Names of models, and the paths that resources have: `models/gemini-2.5-flash`. */
const MODEL = /^[a-z0-9][\w.:@-]*(?:\/[a-z0-9][\w.:@-]*)*$/i;
const isModel = (value: unknown) => isText(value) && MODEL.test(value);
const isList = (value: unknown): value is string[] => Array.isArray(value) && value.length < 200 && value.every(isText);
const isCount = (value: unknown) => typeof value === "number" && Number.isInteger(value) && value > 0 && value < 10_000;

/** The validity checks of each option. */
const CHECKS: Record<keyof Choices, (value: unknown) => boolean> = {
  target: isText,
  mode: (value) => value === "drop-in" || value === "round-trip",
  surface: (value) => SURFACES.includes(value as string),
  model: isModel,
  role: (value) => value === "arguments" || value === "response",
  hints: (value) => typeof value === "boolean",
  disable: isList,
  drop: isList,
  maxDepth: isCount,
  maxName: isCount,
  onError: (value) => value === "omit" || value === "throw",
  typeCase: (value) => value === "lower" || value === "upper",
};

export const isValid = (name: keyof Choices, value: unknown): boolean => CHECKS[name](value);

const COUNT = "a whole number from 1 to 9,999";

/** What the options allow that are typed. */
export const ALLOWED = {
  model: "a model's name, of letters, digits and . _ : @ - or a path of such names, as models/gemini-2.5-flash",
  drop: "fewer than 200 keywords, each of fewer than 200 characters",
  maxDepth: COUNT,
  maxName: COUNT,
};

/** Options from outside, without unknown and invalid ones. */
export function choicesFrom(given: Record<string, unknown>): Choices {
  const known = Object.entries(CHECKS).filter(([name, check]) => Object.hasOwn(given, name) && check(given[name]));
  return { ...STANDARD, ...Object.fromEntries(known.map(([name]) => [name, given[name]])) };
}

/** How many of them are not as they are for everybody, the target and the mode aside. */
export const changed = ({ target: _, mode: __, ...rest }: Choices): number =>
  Object.values(rest).filter((value) => !Array.isArray(value) || value.length > 0).length;
