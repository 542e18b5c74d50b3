// Codecs: what has to be undone in a call's arguments, as plain data. Store them as JSON with what
// was declared; `restoreCall` and `encodeCall` run them.
//
// Written by `cargo xtask gen` from the types of the engine.

/**
 * The codecs of several tools, by declared name; tools of which nothing has to be undone are missing.
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
 * What has to be undone in a call of one tool. In drop-in mode arguments keep their shape, so that is
 * the name alone.
 *
 * As JSON: `{"version":1}`, with `"name"` and `"declared"` where the function is declared under another
 * name than its own, `"arguments"` where they are coded, `"definitions"` where codes are recursive.
 */
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

/**
 * How one wire value becomes the original's: what the model sends on the left, what the server takes
 * on the right. A wire `null` is always `null`; parts without a code are the same on both sides.
 *
 * As JSON: the name of a variant without fields (`"json"`), or an object of one member, which is
 * the variant's name in camel case (`{"array":"integer"}`); empty fields are left out.
 */
export type Code =
  /** An object, some of whose members are coded. */
  | {
      object: ObjectCode;
    }
  /** An array whose elements are. */
  | {
      array: Code;
    }
  /** One of several: the first branch whose guard the wire value fits, one with `member` before all others. */
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
  /** JSON text for the value it spells. */
  | "json"
  /** The same where null is a text, too, as the wire value may not be null. */
  | "text"
  /** Scalars as they are; `{"json": text}` for the object or array that the text spells. */
  | "any"
  /** A string for a listed value: original values by the string that stands for each. */
  | {
      values: Record<string, unknown>;
    }
  /** A whole number, which the model may write with a fraction of zero: `5.0` for `5`. */
  | "integer"
  /** An object of one member for that member's value. */
  | {
      member: {
        /** The member's name. */
        name: string;
        /** Its value's code. */
        value?: Code;
      };
    }
  /** An object with a member a position, for the array of their values. */
  | {
      tuple: TupleCode;
    }
  /** A code of the codec's `definitions`, for recursive schemas. */
  | {
      definition: string;
    };

/** An object's members that are not the same on both sides. Names are the wire's unless said otherwise. */
export interface ObjectCode {
  /** Members with a code of their own. */
  properties?: Record<string, Code>;
  /** Original names by wire name, where they differ. */
  names?: Record<string, string>;
  /** Members that may be absent but not null in the original: null stands for absent. */
  optional?: string[];
  /** Members that are always on the wire: encoding writes null for one that is absent. */
  filled?: string[];
  /** Members that are whole numbers: short for an `integer` code each. */
  integers?: string[];
  /** Required members of one possible value, by original name: filled in where they are absent. */
  constants?: Record<string, unknown>;
  /**
   * Where `rest` is: the declared members that are the same on both sides. Encoding puts what is named
   * nowhere here among the entries.
   */
  plain?: string[];
  /** The code of the members that the code does not name otherwise. */
  others?: Code;
  /** The member whose entries are further members of the object. */
  rest?: RestCode;
}

/** `{…, "additional_properties": [{"key": k, "value": v}]}` for the object `{…, k: v}`. */
export interface RestCode {
  /** The member that holds the entries. */
  member: string;
  /** The values' code. */
  value?: Code;
}

/** A branch of a union. */
export interface BranchCode {
  /** Which wire values are of this branch. */
  when: Guard;
  /** Their code. */
  code?: Code;
}

/** Decides from the wire value alone: its kind, then constant members, then required names. */
export interface Guard {
  /** `string`, `number`, `integer` (a number without a fraction), `boolean`, `array`, `object`; `null` of originals alone. */
  kind: "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  /** The strings that a member (or, by the empty name, the value itself) may be. */
  constants?: Record<string, string[]>;
  /** The strings that a member may be where it is there; null counts as absent. */
  listed?: Record<string, string[]>;
  /** Members that must be there. */
  required?: string[];
  /** What each item of an original must be one of; for JSON text, what it holds. Encoding alone looks so far into a value. */
  items?: Guard[];
  /** What a member of an original must be one of where it is there. Encoding alone looks so far into a value. */
  properties?: Record<string, Guard[]>;
  /** What any other member of an original must be one of; none may be there where it is empty. Encoding alone looks at it. */
  others?: Guard[];
  /** The least number that an original is, or its least length or count of items or members. Encoding alone looks at it. */
  least?: number;
  /** The most that it is. Encoding alone looks at it. */
  most?: number;
  /** Whether the branch asks for more than is said here: a pattern, a condition. Encoding alone looks at it. */
  partial?: boolean;
}

/** The positions of an array. */
export interface TupleCode {
  /** The positions' members in order; trailing ones may be absent. */
  members: string[];
  /** Their codes; that of `rest` is an array's. */
  codes?: Record<string, Code>;
  /** The member whose array holds what follows the last position. */
  rest?: string;
}
