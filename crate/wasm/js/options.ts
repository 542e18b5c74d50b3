// What the engine is asked for.
//
// Written by `cargo xtask gen` from the types of the engine.

/** What to aim at, and how. All are optional; a misspelt one is a `TypeError`. */
export interface Options {
  /** What to aim at; `gemini` when left out. */
  target?: "gemini" | "gemini-api" | "vertex-ai" | "gemini-json-schema" | "langchain" | "openai-strict" | "universal" | "auto";
  /** Whether arguments may be coded; `drop-in` when left out. */
  mode?: Mode;
  /** What the schemas describe; `arguments` when left out. */
  role?: Role;
  /** Where requests are sent, for the target `auto`; `gemini-api` when left out. */
  surface?: Surface;
  /** The model as requests name it (`gemini-2.5-flash`), for the target `auto`. */
  model?: string;
  /** Whether a dropped constraint is told in the description; it is when left out. */
  hints?: boolean;
  /** Codes of rules to switch off. */
  disable?: string[];
  /** What spans and columns count; `utf-16`, as JavaScript does, when left out. */
  positionEncoding?: PositionEncoding;
  /** Whether phases show up as User Timing measures (`lapidary:read` and so on). */
  timing?: boolean;
  /** Keywords that your target refuses beyond what `target` does, such as `title`. */
  drop?: string[];
  /** Your target's most levels of objects and arrays, the root included, if fewer than those of `target`. */
  maxDepth?: number;
  /** Your target's longest function name, if shorter than that of `target`; at least 8. */
  maxName?: number;
  /** The one spelling of type names that your target takes. */
  typeCase?: TypeCase;
  /** What a call may cost. */
  limits?: Limits;
}

/** Whether arguments come back in the original's shape by themselves. */
export type Mode =
  /** Nothing is coded: what the model sends is what the server takes. */
  | "drop-in"
  /** Arguments may be coded; the caller restores calls with the codec. */
  | "round-trip";

/** What a schema describes. */
export type Role =
  /** The arguments of a call: an object. */
  | "arguments"
  /** The model's answer, which may be of any type. */
  | "response";

/** Where requests are sent; which doors are open there. */
export type Surface =
  /** generativelanguage.googleapis.com */
  | "gemini-api"
  /** aiplatform.googleapis.com */
  | "vertex-ai"
  /** The Live API, of either. */
  | "live"
  /** Anything that translates to one of them: Code Assist, `OpenRouter`, compatible endpoints. */
  | "gateway";

/** How columns are counted. */
export type PositionEncoding =
  /** In Unicode characters, as terminals and people count. */
  | "characters"
  /** In UTF-16 code units, as JavaScript and the Language Server Protocol count. */
  | "utf-16"
  /** In bytes of UTF-8. */
  | "utf-8";

/** How a target spells names of types. */
export type TypeCase =
  /** `string`, as JSON Schema has it. */
  | "lower"
  /** `STRING`, as Google's enum has it. */
  | "upper";

/**
 * What a call of the engine may cost, counted and not timed: the same input meets the same limit at the same place on
 * every machine. A tool at which a limit is met leaves as it came, or not at all where errors are to be omitted, with an
 * issue that names the limit; the other tools are served.
 */
export interface Limits {
  /**
   * Steps of work: a schema, a member or a value looked at. A tool may take a thousand and one for every two bytes in
   * any case; beyond 8 MiB, one for every eight.
   */
  steps?: number;
  /**
   * Bytes of memory for what is worked out of a document, beside its text. A tool may take 32 times its bytes in any
   * case.
   */
  memory?: number;
  /** Bytes that a declaration may have, where it is more than eight times its tool. */
  output?: number;
  /** Tools of a document; more leave as they came. */
  declarations?: number;
}

/** Which tools. */
export interface ToolOption {
  /** Only the tool of that name. */
  tool?: string;
}

/** What becomes of tools that cannot be declared. */
export interface ErrorOption {
  /** What becomes of a tool that cannot be called with arguments any more; `keep-going` when left out. */
  onError?: OnError;
}

/** What becomes of a tool that cannot be called with arguments any more. */
export type OnError =
  /** It is declared as far as it can be; the report has an error. */
  | "keep-going"
  /** It is left out; the others are not touched. */
  | "omit"
  /** There is no output; the issue names the tool and the place. */
  | "throw";

/** What a document leaves as. */
export interface LayoutOptions {
  /** The envelope of the output; `declarations` when left out. */
  emit?: Emit;
  /** Spaces a level; compact when left out. */
  indent?: number;
}

/** What the output is wrapped in. */
export type Emit =
  /** Gemini function declarations; an envelope that holds such already stays. */
  | "declarations"
  /** The envelope that came in. */
  | "same"
  /** A `generateContent` body: `{"tools":[{"functionDeclarations":[…]}]}`. */
  | "request";

/** What restoring and encoding take. */
export interface RestoreOptions {
  /** What a call may cost; in a stream, each event. */
  limits?: Limits;
}
