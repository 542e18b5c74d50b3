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

/** Whether arguments may have another shape than in the original schema. */
export type Mode =
  /** Nothing is encoded: what the model sends is what the server takes. */
  | "drop-in"
  /** Arguments may be encoded; the caller restores calls with the codec. */
  | "round-trip";

/** What a schema describes. */
export type Role =
  /** The arguments of a call: an object. */
  | "arguments"
  /** The model's answer, which may be of any type. */
  | "response";

/** Where requests are sent, which determines the schema fields that are available. */
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
 * Limits on the cost of a call, in counts instead of time: the same input reaches the same limit at the same place on
 * every machine. A tool that reaches a limit is left unchanged, or omitted where errors are to be omitted, with an
 * issue that names the limit; the other tools are transformed.
 */
export interface Limits {
  /**
   * Steps of work: schemas, members and values visited. A tool may always take 1,000 and one per two bytes of its
   * text; beyond 8 MiB, one per eight.
   */
  steps?: number;
  /**
   * Bytes of memory for what is derived from a document, in addition to its text. A tool may always take 32 times
   * the length of its text.
   */
  memory?: number;
  /** Bytes of a declaration. One of up to eight times the length of its tool's schema is always allowed. */
  output?: number;
  /** Tools of a document; further ones are left unchanged. */
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

/** What to do with a tool that can no longer be called with arguments. */
export type OnError =
  /** Declare it as far as possible; the report has an error. */
  | "keep-going"
  /** Omit it; the other tools are not affected. */
  | "omit"
  /** Produce no output; the issue names the tool and the place. */
  | "throw";

/** What a document leaves as. */
export interface LayoutOptions {
  /** The envelope of the output; `declarations` when left out. */
  emit?: Emit;
  /** Spaces a level; compact when left out. */
  indent?: number;
}

/** The envelope of the output. */
export type Emit =
  /** Function declarations; a document that has Gemini declarations already keeps its envelope. */
  | "declarations"
  /** The envelope of the input. */
  | "same"
  /** A `generateContent` body: `{"tools":[{"functionDeclarations":[…]}]}`. */
  | "request";

/** What restoring and encoding take. */
export interface RestoreOptions {
  /** What a call may cost; in a stream, each event. */
  limits?: Limits;
}
