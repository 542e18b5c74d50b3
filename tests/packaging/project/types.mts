// The published types; `tsc` is the test.

import { expectTypeOf } from "expect-type";
import {
  type Codecs,
  type FunctionDeclaration,
  type Issue,
  type JsonObject,
  type OpenAiTool,
  type Options,
  normalizeRequest,
  restoreCall,
  transform,
  transformSchema,
  transformText,
  transformTools,
} from "lapidary";
import { createGeminiFetch } from "lapidary/fetch";
import { initSync } from "lapidary/slim";
import type { Codecs as CommonJsCodecs } from "./types.cjs";

// The sort of an answer is the sort of the input.
expectTypeOf(transform("[]").output).toEqualTypeOf<string | null>();
expectTypeOf(transform([]).output).toEqualTypeOf<unknown>();
expectTypeOf(transformSchema("{}").schema).toEqualTypeOf<string>();
expectTypeOf(transformSchema(true).schema).toEqualTypeOf<JsonObject>();
expectTypeOf(normalizeRequest({}).body).toEqualTypeOf<JsonObject>();
expectTypeOf(transformTools([]).codec).toEqualTypeOf<Codecs>();
// Declarations are those of the target.
expectTypeOf(transformTools([], { mode: "round-trip" }).declarations).toEqualTypeOf<FunctionDeclaration[]>();
expectTypeOf(transformTools([], { target: "auto" }).declarations).toEqualTypeOf<FunctionDeclaration[]>();
expectTypeOf(transformTools([], { target: "openai-strict" }).declarations).toEqualTypeOf<OpenAiTool[]>();
expectTypeOf(transformTools([], {} as Options).declarations).toEqualTypeOf<(FunctionDeclaration | OpenAiTool)[]>();
expectTypeOf(restoreCall({ version: 1 }, { name: "f", args: "{}" }).args).toEqualTypeOf<string>();
expectTypeOf(createGeminiFetch()).toEqualTypeOf<typeof fetch>();

// Codecs are plain data: both sides of the package take those of the other.
expectTypeOf<CommonJsCodecs>().toEqualTypeOf<Codecs>();
expectTypeOf<Issue["severity"]>().toEqualTypeOf<"error" | "warning" | "info">();
expectTypeOf<Options["mode"]>().toEqualTypeOf<"drop-in" | "round-trip" | undefined>();

// A wrong option does not compile.
// @ts-expect-error A misspelt name.
transformText("{}", { taget: "gemini" });
// @ts-expect-error A target that there is not.
transformText("{}", { target: "gemeni" });
// @ts-expect-error A misspelt value.
transformText("{}", { mode: "roundtrip" });
// @ts-expect-error A misspelt name, where the target decides the type.
transformTools([], { target: "gemini", taget: "gemini" });
// @ts-expect-error The part that a call is in.
restoreCall({ version: 1 }, { functionCall: { name: "f" } });
// @ts-expect-error A value of another type.
transformText("{}", { indent: "2" });
// @ts-expect-error Documents cross as text or as data.
transform(5);
// @ts-expect-error A version that there is not.
restoreCall({ version: 2 }, { name: "f" });
// @ts-expect-error A misspelt name, for an integration.
createGeminiFetch({ onIssue: () => {} });
// @ts-expect-error An integration sets this itself.
createGeminiFetch({ emit: "same" });
// @ts-expect-error An address cannot be waited for.
initSync("lapidary.wasm");
