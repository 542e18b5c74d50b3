// The types of the package match those of clients, in both of their majors; `tsc` is the test.

import { createGoogleGenerativeAI as createGoogle4 } from "@ai-sdk/google";
import { createGoogleGenerativeAI as createGoogle3 } from "@ai-sdk/google-3";
import * as genai3 from "@google/genai";
import * as genai2 from "@google/genai-2";
import { ChatGoogle } from "@langchain/google";
import { ChatVertexAI } from "@langchain/google-vertexai";
import { Client as McpClient2 } from "@modelcontextprotocol/client";
import { Client as McpClient1 } from "@modelcontextprotocol/sdk/client/index.js";
import * as ai7 from "ai";
import * as ai6 from "ai-6";
import { restoreCall, sanitizeGeminiSchema, transformTools } from "lapidary";
import { lapidaryMiddleware } from "lapidary/ai-sdk";
import { createGeminiFetch } from "lapidary/fetch";
import { lapidaryTool, withLapidary } from "lapidary/google-genai";
import { withLapidary as withLapidaryChat } from "lapidary/langchain";
import { withLapidary as withLapidaryMcp } from "lapidary/mcp";

const { declarations, codec } = transformTools([], { mode: "round-trip", target: "gemini-api" });

export const tools3: genai3.Tool[] = [{ functionDeclarations: declarations }];
export const tools2: genai2.Tool[] = [{ functionDeclarations: declarations }];
export const restore3 = (call: genai3.FunctionCall) => restoreCall(codec, call).args.path;
export const restore2 = (call: genai2.FunctionCall) => restoreCall(codec, call).args.path;
// @ts-expect-error A part is no call.
export const refuse3 = (part: genai3.Part) => restoreCall(codec, part);

export const client3: genai3.GoogleGenAI = withLapidary(new genai3.GoogleGenAI({ apiKey: "" }));
export const client2: genai2.GoogleGenAI = withLapidary(new genai2.GoogleGenAI({ apiKey: "" }));
export const callable = (tool: genai3.CallableTool): genai3.CallableTool => lapidaryTool(tool);
export const options: genai3.HttpOptions = { fetch: createGeminiFetch() };

const middleware = lapidaryMiddleware();
export const model7 = ai7.wrapLanguageModel({ model: createGoogle4()("gemini-3.5-flash"), middleware });
export const model6 = ai6.wrapLanguageModel({ model: createGoogle3()("gemini-3.5-flash"), middleware });

export const chat: ChatGoogle = withLapidaryChat(new ChatGoogle({ model: "gemini-3.5-flash" }));
export const vertex: ChatVertexAI = withLapidaryChat(new ChatVertexAI({ model: "gemini-3.5-flash" }));

const app = { name: "app", version: "1.0.0" };
export const mcp1: McpClient1 = withLapidaryMcp(new McpClient1(app));
export const mcp2: McpClient2 = withLapidaryMcp(new McpClient2(app));
export const given: genai3.CallableTool = genai3.mcpToTool(mcp1);

/** As LibreChat declares it. */
export const sanitize: <T extends Record<string, unknown>>(schema: T) => T = sanitizeGeminiSchema;
