// A row of the picture: a parameter, or one alternative of several, on both sides.

import type { Mark } from "./marks";

/** One side of a row. */
export interface Side {
  /** Where it is in the tool's schema, the property itself first, then what its items or its reference lead to. */
  pointers: string[];
  type: string;
  required: boolean;
  limits: string[];
}

export interface Row {
  /** One of a kind in its tree; the root's is empty. */
  id: string;
  name: string;
  /** The names of the parameters down to this one, joined by points. */
  path: string;
  level: number;
  before: Side | undefined;
  after: Side | undefined;
  mark: Mark;
  /** The gravest mark here and below. */
  worst: Mark;
  /** The encoding that the model sends, if it is another form. */
  coded: string | undefined;
  /** Whether it takes members of any name and the declaration names none: models send it empty. */
  emptied: boolean;
  /** Indexes of the tool's findings that are about this row alone. */
  issues: number[];
  /** Whether it is a parameter, not one of several alternatives. */
  parameter: boolean;
  children: Row[];
}

/** A row and all below it. */
export function* each(row: Row): Generator<Row> {
  yield row;
  for (const child of row.children) yield* each(child);
}
