// Options of the engine.
//
// Written by `cargo xtask gen` from the types of the engine.

/** The target, and how to lower for it. All are optional; a misspelt one is a `TypeError`. */
export interface Options {
  /** The target; `gemini` by default. */
  target?: "gemini" | "gemini-api" | "vertex-ai" | "gemini-json-schema" | "langchain" | "openai-strict" | "universal" | "auto";
  /** Whether arguments may be encoded; `drop-in` by default. */
  mode?: Mode;
  /** Where requests are sent, for the target `auto`; `gemini-api` by default. */
  surface?: Surface;
  /** The model as requests name it (`gemini-2.5-flash`), for the target `auto`. */
  model?: string;
  /** Whether a dropped constraint is stated in the description; it is by default. */
  hints?: boolean;
  /** Codes of rules to switch off. */
  disable?: string[];
  /** The unit of spans and columns; `utf-16` by default, as in JavaScript. */
  positionEncoding?: PositionEncoding;
  /** Whether phases are recorded as User Timing measures (`lapidary:read` and so on). */
  timing?: boolean;
  /** Keywords that your target rejects in addition to those that `target` rejects, such as `title`. */
  drop?: string[];
  /**
   * How many levels of schemas your target accepts, counting the root and the innermost schema, if fewer than `target`
   * does.
   */
  maxDepth?: number;
  /** The length of the longest function name that your target accepts, if less than that of `target`; at least 8. */
  maxName?: number;
  /** The only spelling of type names that your target accepts. */
  typeCase?: TypeCase;
  /** The limits of a call. */
  limits?: Limits;
}

/** Whether arguments may have another shape than in the original schema. */
export type Mode =
  /** Nothing is encoded: what the model sends is what the server takes. */
  | "drop-in"
  /** Arguments may be encoded; the caller restores calls with the codec. */
  | "round-trip";

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

/** How a target spells type names. */
export type TypeCase =
  /** `string`, as in JSON Schema. */
  | "lower"
  /** `STRING`, as in Google's enum. */
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

/** What schemas describe. A request states it for each of its own. */
export interface RoleOption {
  /** What the schemas describe; `arguments` by default. */
  role?: Role;
}

/** What a schema describes. */
export type Role =
  /** The arguments of a call: an object. */
  | "arguments"
  /** The model's answer, which may be of any type. */
  | "response";

/** Which tools are processed. */
export interface ToolOption {
  /** Only the tool with this name. */
  tool?: string;
}

/** What happens to tools that cannot be declared. */
export interface ErrorOption {
  /** What happens to a tool that can no longer be called with arguments; `keep-going` by default. */
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

/** How a document is written. */
export interface LayoutOptions {
  /** The envelope of the output; `declarations` by default. */
  emit?: Emit;
  /** Spaces per level; compact by default. */
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

/** Options for restoring and encoding. */
export interface RestoreOptions {
  /** The limits of a call; in a stream, of each event. */
  limits?: Limits;
}
