// LangChain.js: the class that users of `@h1deya/langchain-google-genai-ex` know. It has a separate subpath, since
// importing it requires the class that it extends; `lapidary/langchain` does not.

import { ChatGoogleGenerativeAI, type GoogleGenerativeAIChatInput } from "@langchain/google-genai";
import { withLapidary } from "./langchain.js";

/**
 * `ChatGoogleGenerativeAI` for tools with any JSON Schema: the same constructor, with the effect of
 * `withLapidary(new ChatGoogleGenerativeAI(…))` and its defaults.
 *
 * ```ts
 * const model = new ChatGoogleGenerativeAIEx({ model: "gemini-3.5-flash" });
 * const agent = createAgent({ model, tools: await mcp.getTools() });
 * ```
 */
export class ChatGoogleGenerativeAIEx extends ChatGoogleGenerativeAI {
  constructor(model: string, fields?: Omit<GoogleGenerativeAIChatInput, "model">);
  constructor(fields: GoogleGenerativeAIChatInput);
  constructor(...fields: [never]) {
    super(...fields);
    return withLapidary(this);
  }
}
