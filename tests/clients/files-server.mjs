// An MCP server in this process, with tools that Gemini refuses or misreads as they are. It takes a call only if its
// arguments are valid.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import Ajv2020 from "ajv/dist/2020.js";

import { encodeCall, transformTools } from "../../crate/wasm/dist/index.js";

const optional = (schema) => ({ anyOf: [schema, { type: "null" }], default: null });

/** `read_files` of fs-mcp 1.20.0, an array of objects by reference, with bounds. */
export const READ_FILES = {
  name: "read_files",
  description: "Read several files.",
  inputSchema: {
    type: "object",
    properties: { files: { type: "array", items: { $ref: "#/$defs/FileReadRequest" }, minItems: 1 } },
    required: ["files"],
    $defs: {
      FileReadRequest: {
        type: "object",
        properties: {
          path: { type: "string" },
          start_line: optional({ type: "integer", exclusiveMinimum: 0 }),
          end_line: optional({ type: "integer", exclusiveMinimum: 0 }),
          head: optional({ type: "integer", minimum: 1 }),
          tail: optional({ type: "integer", minimum: 1 }),
          read_to_next_pattern: optional({ type: "string" }),
        },
        required: ["path"],
      },
    },
  },
};

/** A name that Gemini refuses, a map, an enum of mixed values, a union of kinds and a schema that holds itself. */
export const SET_UP = {
  name: "env/set_up",
  description: "Set up an environment.",
  inputSchema: {
    type: "object",
    properties: {
      vars: { type: "object", additionalProperties: { type: "string" }, minProperties: 1 },
      level: { enum: [1, 5, "max"] },
      target: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      tree: { $ref: "#/$defs/node" },
    },
    required: ["vars", "level"],
    additionalProperties: false,
    $defs: {
      node: { type: "object", properties: { label: { type: "string" }, child: { $ref: "#/$defs/node" } } },
    },
  },
};

/** Arguments of `READ_FILES`, and what asks the stand-in for a call with them. */
export const FILES = { files: [{ path: "notes.md" }] };
export const READ = `call read_files with ${JSON.stringify(FILES)}`;

/** Arguments of `SET_UP`. */
export const SETTING = { vars: { HOME: "/", PWD: "" }, level: 5, target: ["x"], tree: { child: { label: "leaf" } } };

/**
 * The call of `SET_UP` with `SETTING` as the model makes it, where maps and numbers in enums have no words, and what
 * asks for it.
 */
export function codedCall(options) {
  const { codec } = transformTools([SET_UP], options);
  const { name, args } = encodeCall(codec, { name: SET_UP.name, args: SETTING });
  return { call: { name, args }, prompt: `call ${SET_UP.name} with ${JSON.stringify(args)}` };
}

/** The first call of a request's history, and the name that its answer has. */
export function historyOf({ contents }) {
  const parts = contents.flatMap(({ parts }) => parts);
  const { name, args } = parts.find((part) => part.functionCall).functionCall;
  return { call: { name, args }, answered: parts.find((part) => part.functionResponse).functionResponse.name };
}

const ajv = new Ajv2020();
const tools = [READ_FILES, SET_UP].map((tool) => ({ ...tool, validate: ajv.compile(tool.inputSchema) }));

/** A server that keeps the calls that it takes in `calls`. */
function made(calls) {
  const server = new Server({ name: "files", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [READ_FILES, SET_UP] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args } }) => {
    const { validate } = tools.find((tool) => tool.name === name);
    if (!validate(args)) return { isError: true, content: [{ type: "text", text: ajv.errorsText(validate.errors) }] };
    calls.push({ name, args });
    return { content: [{ type: "text", text: "done" }] };
  });
  return server;
}

/** A client that is connected to a server, a transport to another, and the calls that both took. */
export async function filesServer() {
  const calls = [];
  const transport = async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await made(calls).connect(far);
    return near;
  };
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(await transport());
  return { client, transport, calls };
}
