// What the page and the worker say to each other.

import type { Options, Rule, Target, Transformed } from "lapidary/slim";

export interface Job {
  id: number;
  text: string;
  options: Options;
}

export interface About {
  version: string;
  targets: Target[];
  rules: Rule[];
}

export interface Answer {
  result: Transformed;
  unified: string;
  milliseconds: number;
}

export type Reply =
  | { kind: "ready"; about: About }
  | { kind: "unavailable"; message: string }
  | { kind: "done"; id: number; answer: Answer }
  | { kind: "failed"; id: number; message: string };
