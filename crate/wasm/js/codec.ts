// Codecs: what has to be undone in a call's arguments, as plain data. Store them as JSON with what
// was declared; `restoreCall` and `encodeCall` run them.
//
// Written by `cargo xtask gen` from the types of the engine.

/**
 * The codecs of several tools, by declared name; tools whose calls need no change are omitted, unless a call of one
 * could be taken for a call of another under a namespace (`Codecs::called`).
 *
 * As JSON: `{"version":1,"tools":{"declared":{…}}}`.
 */
export interface Codecs {
  /** The format's version. */
  version: 1;
  /** Each tool's codec by the name it is declared under. */
  tools?: Record<string, Codec>;
}

/**
 * Restores and encodes the calls of one tool. In drop-in mode arguments keep their shape, so that only the name
 * changes.
 *
 * As JSON: `{"version":1}`, with `"name"` and `"declared"` where the function is declared under another name than its
 * own, `"arguments"` where these have a code, `"definitions"` where codes are recursive.
 */
export interface Codec {
  /** The format's version. */
  version: 1;
  /** The tool's own name, where the declaration has another. */
  name?: string;
  /** The declaration's name, where it differs from the tool's. */
  declared?: string;
  /** The code of the arguments. */
  arguments?: Code;
  /** Recursive codes, by name. */
  definitions?: Record<string, Code>;
}

/**
 * How a wire value, as the model sends it, is restored to the original, as the server takes it. A wire `null` is
 * always restored to `null`; parts without a code are the same on both sides.
 *
 * As JSON: the name of a variant without fields (`"json"`), or an object with one member, named after the variant in
 * camel case (`{"array":"integer"}`); empty fields are omitted.
 */
export type Code =
  /** An object whose members are encoded, renamed, omitted or added. */
  | {
      object: ObjectCode;
    }
  /** An array whose elements are encoded. */
  | {
      array: Code;
    }
  /**
   * One of several branches: the first whose guard the wire value satisfies, those with a `member` code before all
   * others.
   */
  | {
      union: BranchCode[];
    }
  /** `[{"key": k, "value": v}]` for the object `{k: v}`. */
  | {
      entries: {
        /** The values' code. */
        value?: Code;
      };
    }
  /** A string with the JSON text of the value. */
  | "json"
  /** Like `json`, but `null` is encoded as JSON text too, since the wire value may not be null. */
  | "text"
  /** Scalars unchanged; `{"json": text}` for the object or array with that JSON text. */
  | "any"
  /** A string for each of a list of values: the original values by these strings. */
  | {
      values: Record<string, unknown>;
    }
  /** A whole number, which the model may write with a fraction of zero: `5.0` for `5`. */
  | "integer"
  /** An object with one member, for that member's value. */
  | {
      member: {
        /** The member's name. */
        name: string;
        /** Its value's code. */
        value?: Code;
      };
    }
  /** An object with a member for each position of an array, for that array. */
  | {
      tuple: TupleCode;
    }
  /** A code of the codec's `definitions`, for recursive schemas. */
  | {
      definition: string;
    };

/** The members of an object that differ between the two sides. Names are wire names unless stated otherwise. */
export interface ObjectCode {
  /** The codes of members. */
  properties?: Record<string, Code>;
  /** Original names by wire name, where they differ. */
  names?: Record<string, string>;
  /** Members that may be absent but not null in the original: a wire null stands for an absent member. */
  optional?: string[];
  /** Members that are always on the wire: encoding writes null for one that is absent. */
  filled?: string[];
  /** Members that are whole numbers: short for an `integer` code each. */
  integers?: string[];
  /** Required members with one possible value, by original name: added where they are absent. */
  constants?: Record<string, unknown>;
  /**
   * Where there is `rest` or `others`: the declared members that are the same on both sides. With `rest`, encoding
   * turns members that this code does not name into entries.
   */
  plain?: string[];
  /** The code of all members that no other field names. */
  others?: Code;
  /** The member whose entries are further members of the object. */
  rest?: RestCode;
}

/** `{…, "additional_properties": [{"key": k, "value": v}]}` for the object `{…, k: v}`. */
export interface RestCode {
  /** The member with the entries. */
  member: string;
  /** The values' code. */
  value?: Code;
}

/** A branch of a union. */
export interface BranchCode {
  /** The condition under which a wire value matches this branch. */
  when: Guard;
  /** The code of its values. */
  code?: Code;
}

/**
 * Decides whether a value matches a branch: by its kind, then constant members, then required members, and when
 * encoding by what else is known of originals.
 */
export interface Guard {
  /**
   * `string`, `number`, `integer` (a number without a fraction), `boolean`, `array`, `object`; `null` for originals
   * only.
   */
  kind: "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  /** The strings allowed for a member (or, under the empty name, for the value itself). */
  constants?: Record<string, string[]>;
  /** The strings allowed for a member that is present; null counts as absent. */
  listed?: Record<string, string[]>;
  /** Members that must be present. */
  required?: string[];
  /**
   * Those of them that may be null; null also counts as present for what the branch's code lists as optional. Of any
   * other, null counts as absent, unless no branch matches that way.
   */
  nullable?: string[];
  /**
   * Guards, one of which each item of an original must satisfy; for JSON text, the original itself. Used only when
   * encoding.
   */
  items?: Guard[];
  /** Guards, one of which a member of an original must satisfy if it is present. Used only when encoding. */
  properties?: Record<string, Guard[]>;
  /**
   * Guards, one of which any other member of an original must satisfy; if empty, no other is declared. Used only
   * when encoding.
   */
  others?: Guard[];
  /** Whether an original may have no member that is not declared. Used only when encoding. */
  closed?: boolean;
  /** The minimum of an original: of a number, or of a length or count of items or members. Used only when encoding. */
  least?: number;
  /** The maximum, likewise. Used only when encoding. */
  most?: number;
  /**
   * Whether the branch requires more than the guard states, such as a pattern or a condition. Used only when
   * encoding.
   */
  partial?: boolean;
}

/** The positions of an array. */
export interface TupleCode {
  /** The names of the positions' members in order; trailing members may be absent. */
  members: string[];
  /** The members' codes. */
  codes?: Record<string, Code>;
}
