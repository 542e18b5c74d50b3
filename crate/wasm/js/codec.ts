// Codecs: what has to be undone in a call's arguments, as plain data. Store them as JSON with what
// was declared; `restoreCall` and `encodeCall` run them.

/** What undoes calls of one tool. Nothing but `version` where calls are the same on both sides. */
export interface Codec {
  /** The format's version. */
  version: 1;
  /** The tool's own name, where the declaration has another. */
  name?: string;
  /** The declaration's name, where it is another. */
  declared?: string;
  /** What is coded in the arguments. */
  arguments?: Code;
  /** Codes that refer to themselves, by name. */
  definitions?: Record<string, Code>;
}

/** The codecs of several tools, by declared name; tools of which nothing has to be undone are missing. */
export interface Codecs {
  /** The format's version. */
  version: 1;
  /** Each tool's codec by the name that it is declared under. */
  tools?: Record<string, Codec>;
}

/**
 * How one wire value becomes the original's. Parts without a code are the same on both sides, and a
 * wire `null` is always `null`.
 *
 * - `json`: JSON text for the value it spells.
 * - `any`: scalars as they are, `{ json: text }` for an object or array.
 * - `integer`: a whole number, which may come with a fraction of zero.
 * - `object`: an object, some of whose members are coded.
 * - `array`: an array whose elements are.
 * - `union`: one of several, the first branch whose guard the wire value fits.
 * - `entries`: `[{ key, value }]` for an object.
 * - `values`: original values by the string that stands for each.
 * - `member`: an object of one member for that member's value.
 * - `tuple`: an object with a member a position, for the array of their values.
 * - `definition`: a code of the codec's `definitions`.
 */
export type Code =
  | "json"
  | "any"
  | "integer"
  | { object: ObjectCode }
  | { array: Code }
  | { union: BranchCode[] }
  | { entries: { value?: Code } }
  | { values: Record<string, unknown> }
  | { member: { name: string; value?: Code } }
  | { tuple: { members: string[]; codes?: Record<string, Code>; rest?: string } }
  | { definition: string };

/** An object's members that are not the same on both sides; names are the wire's unless said otherwise. */
export interface ObjectCode {
  /** Members that are coded. */
  properties?: Record<string, Code>;
  /** Original names of members that have another on the wire. */
  names?: Record<string, string>;
  /** Members that may be absent but not null in the original: null stands for absent. */
  optional?: string[];
  /** Members that are whole numbers. */
  integers?: string[];
  /** Required members of one possible value, by original name: filled in where they are absent. */
  constants?: Record<string, unknown>;
  /** Where `rest` is: the declared members that are the same on both sides. */
  plain?: string[];
  /** The member whose entries are further members of the object. */
  rest?: { member: string; value?: Code };
}

/** A branch of a union. */
export interface BranchCode {
  /** Which wire values are of this branch. */
  when: {
    kind: "string" | "number" | "integer" | "boolean" | "array" | "object";
    /** The strings that a member (or, by the empty name, the value itself) may be. */
    constants?: Record<string, string[]>;
    /** Members that must be there. */
    required?: string[];
  };
  /** Their code. */
  code?: Code;
}
