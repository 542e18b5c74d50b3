// Documents that are no tools: servers and their commands, operations of an API.

import { execFileSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { recognize } from "./index";
import { servers } from "./documents/servers";
import { quoted } from "./value/shell";
import { jsonValue } from "./value/json";

// Parsers are loaded when they are needed, which is not what is tested.
beforeAll(async () => {
  await Promise.all([import("./syntax/code"), import("./syntax/yaml"), import("./syntax/toml")]);
}, 60_000);

const commands = async (text: string) => (await recognize(text))?.steps.flatMap(({ command }) => command ?? []);

test("servers of a client's file are asked by commands, without the values of their variables", async () => {
  const text = `{
  // Cursor
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/a b"], },
    "github": { "command": "docker", "args": ["run", "ghcr.io/x"], "env": { "TOKEN": "secret-1" } },
    "search": { "url": "https://example.org/mcp?a=1&b", "headers": { "Authorization": "Bearer secret-2" } }
  }
}`;
  const found = await recognize(text);
  expect(found?.what).toBe("a configuration of 3 MCP servers");
  expect(found?.json).toBeUndefined();
  expect(JSON.stringify(found)).not.toContain("secret");
  expect(await commands(text)).toEqual([
    "lapidary check --config mcp.json",
    `lapidary check --server 'npx -y @modelcontextprotocol/server-filesystem '\\''/a b'\\'''`,
    "lapidary check --server 'docker run ghcr.io/x' --env TOKEN",
    "lapidary check --url 'https://example.org/mcp?a=1&b' --header 'Authorization: …'",
  ]);
});

test("each client's member is known", async () => {
  const server = { command: "x" };
  for (const config of [
    { mcpServers: { a: server } },
    { servers: { a: server }, inputs: [] },
    { mcp: { servers: { a: server } } },
    { mcp: { a: { type: "local", command: ["x", "y"] } } },
    { context_servers: { a: { command: { path: "x", args: ["y"] } } } },
    { mcpServers: { a: { httpUrl: "https://x" } }, theme: "dark" },
    { "mcp.servers": { a: { type: "http", url: "https://x" } } },
    { name: "a", command: "npx", args: ["-y", "b"] },
    { a: { command: "npx", args: [] } },
  ])
    expect((await recognize(JSON.stringify(config)))?.what).toBe("a configuration of 1 MCP server");
  expect((await recognize("mcpServers:\n  a:\n    command: npx\n    args: [-y, b]\n"))?.what).toMatch(/1 MCP server/);
  expect(servers(jsonValue('{"servers": [{"url": "https://api.example.org"}]}')!, "JSON")).toBeUndefined();
});

test("the configuration of Codex is read", async () => {
  const text = `model = "m"
[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
env = { "TOKEN" = "secret-1" }

[mcp_servers.search]
url = "https://example.org/mcp"
`;
  expect((await recognize(text))?.what).toBe("a configuration of 2 MCP servers");
  expect(await commands(text)).toEqual([
    "lapidary check --config config.toml",
    "lapidary check --server 'npx -y files' --env TOKEN",
    "lapidary check --url https://example.org/mcp",
  ]);
  expect(await recognize('[package]\nname = "a"\n')).toBeUndefined();
});

const encoded = (config: object) => encodeURIComponent(JSON.stringify(config));
const base64 = (config: object) => encodeURIComponent(Buffer.from(JSON.stringify(config)).toString("base64"));
const LED_TO: Record<string, string> = {
  "npx -y files": "--server 'npx -y files'",
  "$ TOKEN=secret uvx files \\\n  --all": "--server 'uvx files --all' --env TOKEN",
  "claude mcp add files -- npx -y files": "--server 'npx -y files'",
  "claude mcp add -e TOKEN=secret files -- npx -y files -e": "--server 'npx -y files -e' --env TOKEN",
  "claude mcp add --transport http a https://example.org/mcp --header 'Authorization: Bearer secret'":
    "--url https://example.org/mcp --header 'Authorization: …'",
  "gemini mcp add -t http a https://example.org/mcp": "--url https://example.org/mcp",
  "codex mcp add a --env TOKEN=secret -- npx files": "--server 'npx files' --env TOKEN",
  "codex mcp add a --url=https://example.org/mcp": "--url https://example.org/mcp",
  [`claude mcp add-json a '{"type":"http","url":"https://example.org/mcp"}'`]: "--url https://example.org/mcp",
  [`code --add-mcp '{"name":"a","command":"npx","args":["files"]}'`]: "--server 'npx files'",
  [`cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${base64({ command: "npx", args: ["files"] })}`]:
    "--server 'npx files'",
  [`vscode:mcp/install?${encoded({ name: "a", command: "npx", args: ["files"] })}`]: "--server 'npx files'",
  [`https://insiders.vscode.dev/redirect/mcp/install?name=a&config=${encoded({ command: "npx", args: ["b"] })}`]:
    "--server 'npx b'",
  "https://example.org/mcp?a=1&b=2": "--url 'https://example.org/mcp?a=1&b=2'",
};

test.each(Object.entries(LED_TO))("%s leads to a server", async (text, command) => {
  const found = await recognize(text);
  expect(JSON.stringify(found)).not.toContain("secret");
  expect(await commands(text)).toEqual([`lapidary check ${command}`]);
});

test("what leads to no server is none", async () => {
  const found = await commands("https://example.org/openapi.json");
  expect(found).toEqual(["curl -sSL https://example.org/openapi.json | lapidary check -"]);
  for (const text of ["npx", "node is a program\nof many lines", "claude mcp add", "vscode:mcp/install?x", "a:b"])
    expect((await recognize(text))?.what, text).toMatch(/^text/);
});

test("a description of a server says how it is started", async () => {
  const registered = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json",
    name: "io.github.a/b",
    packages: [
      { registryType: "npm", identifier: "@a/b", environmentVariables: [{ name: "TOKEN" }] },
      { registryType: "oci", identifier: "ghcr.io/a/b" },
      { registryType: "mcpb", identifier: "https://example.org/b.mcpb" },
      { registryType: "constructor", identifier: "a" },
    ],
    remotes: [{ type: "sse", url: "https://example.org/sse", headers: [{ name: "X-Key" }] }],
  };
  expect((await recognize(JSON.stringify(registered)))?.what).toBe("a description of 3 MCP servers");
  expect(await commands(JSON.stringify(registered))).toEqual([
    "lapidary check --server 'npx -y @a/b' --env TOKEN",
    "lapidary check --server 'docker run -i --rm ghcr.io/a/b'",
    "lapidary check --url https://example.org/sse --header 'X-Key: …'",
  ]);
  const bundle = { name: "a", server: { mcp_config: { command: "node", args: ["server.js"] } }, tools: [{ name: "b" }] };
  expect(await commands(JSON.stringify(bundle))).toEqual(["lapidary check --server 'node server.js'"]);
});

test("tools of Bedrock are read with their schemas", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const tools = [{ toolSpec: { name: "a", inputSchema: { json: schema } } }, { cachePoint: { type: "default" } }];
  for (const document of [{ messages: [], toolConfig: { tools } }, { tools }, tools, tools[0]]) {
    const found = await recognize(JSON.stringify(document));
    expect(found?.what).toMatch(/Bedrock/);
    expect(JSON.parse(found?.json?.text ?? "")).toEqual({ tools: [{ name: "a", inputSchema: schema }] });
  }
});

test("tools in an unknown envelope are read, and it is said that others are not", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const request = { tools: [{ functionDeclarations: [{ name: "a", parameters: schema }] }] };
  for (const document of [{ key: "1", request }, { setup: request }, { log: [{ sent: request }] }]) {
    const found = await recognize(JSON.stringify(document));
    expect(JSON.parse(found?.json?.text ?? "")).toEqual(request);
    expect(found?.notes).toHaveLength(1);
    expect(JSON.parse((await recognize(`10:00 INFO ${JSON.stringify(document)} sent`))?.json?.text ?? "")).toEqual(request);
  }
  const named = { a: { description: "d", parameters: schema }, b: { inputSchema: schema } };
  for (const document of [named, { tools: named }]) {
    const found = await recognize(JSON.stringify(document));
    expect(JSON.parse(found?.json?.text ?? "")).toEqual({
      tools: [
        { name: "a", description: "d", parameters: schema },
        { name: "b", inputSchema: schema },
      ],
    });
  }
  expect(await recognize('{"a": {"name": "b"}, "c": [1, {"d": 2}]}')).toBeUndefined();
});

test("a shell gives back each word", () => {
  const words = ["a", "a b", "it's", '"', "$HOME", "`x`", "a\nb", "\\", "", "é", "*", "~", "#x", "-y", "a=b;c"];
  const printed = execFileSync("sh", [
    "-c",
    `for word in ${words.map(quoted).join(" ")}; do printf '%s\\0' "$word"; done`,
  ]);
  expect(printed.toString().split("\0").slice(0, -1)).toEqual(words);
});

const OPEN_API = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getPet
      summary: One pet
      parameters:
        - $ref: '#/components/parameters/Verbose'
        - { name: session, in: cookie, schema: { type: string } }
      responses: { "200": { description: OK } }
    put:
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
      responses: { "400": { description: Bad Request } }
components:
  parameters:
    Verbose: { name: verbose, in: query, description: Everything, schema: { type: boolean } }
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string, default: { $ref: '#/components/schemas/Other' } }
        mother: { $ref: '#/components/schemas/Pet' }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
    Tag: { type: string }
    Other: { type: string }
`;

test("operations of OpenAPI are tools, with the definitions that they refer to", async () => {
  const found = await recognize(OPEN_API);
  expect(found?.what).toBe("an OpenAPI 3.0.3 document in YAML");
  expect(found?.notes.map(({ text }) => text)).toEqual([
    "2 operations, each a tool. Answers, security and servers are not taken over.",
    "The cookie `session` is not taken over.",
  ]);
  const $ref = "#/$defs/Pet";
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [
      {
        name: "getPet",
        description: "One pet",
        inputSchema: {
          type: "object",
          properties: { id: { type: "integer" }, verbose: { type: "boolean", description: "Everything" } },
          required: ["id"],
        },
      },
      {
        name: "put_pets_id",
        inputSchema: {
          type: "object",
          properties: { id: { type: "integer" }, body: { $ref } },
          required: ["id", "body"],
          $defs: {
            Pet: {
              type: "object",
              properties: {
                // Data is unchanged.
                name: { type: "string", default: { $ref: "#/components/schemas/Other" } },
                mother: { $ref },
                tags: { type: "array", items: { $ref: "#/$defs/Tag" } },
              },
            },
            Tag: { type: "string" },
          },
        },
      },
    ],
  });
  const { text, origin } = found!.json!;
  const from = text.indexOf('"boolean"');
  const place = origin({ from, to: from + 9 });
  expect(OPEN_API.slice(place.from, place.to)).toBe("boolean");
});

test("an OpenAPI document in code, and a server in a command, are found", async () => {
  const code = `export const api: Api = { openapi: "3.0.0", paths: { "/a": { get: { operationId: "getA" } } } };`;
  expect((await recognize(code))?.notes[0]?.text).toMatch(/^1 operation, a tool/);
  const command = `code --add-mcp '{"name":"play","command":"npx","args":["@playwright/mcp@latest"]}'`;
  expect(await commands(command)).toEqual(["lapidary check --server 'npx @playwright/mcp@latest'"]);
});

test("Swagger 2 has its schemas in parameters", async () => {
  const text = JSON.stringify({
    swagger: "2.0",
    paths: {
      "/a": {
        post: {
          operationId: "make it",
          parameters: [
            { name: "limit", in: "query", type: "integer", format: "int32", required: true, description: "At most" },
            { name: "x", in: "body", schema: { $ref: "#/definitions/X" } },
          ],
        },
      },
    },
    definitions: { X: { type: "object" }, Y: {} },
  });
  const found = await recognize(text);
  expect(found?.what).toBe("an OpenAPI 2 (Swagger) document");
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [
      {
        name: "make_it",
        inputSchema: {
          type: "object",
          properties: {
            limit: { type: "integer", format: "int32", description: "At most" },
            body: { $ref: "#/$defs/X" },
          },
          required: ["limit"],
          $defs: { X: { type: "object" } },
        },
      },
    ],
  });
});

test("references in circles, or to nothing, end", async () => {
  const paths = {
    "/a": { $ref: "#/paths/~1a" },
    "/b": { get: { parameters: [{ $ref: "#/paths" }], requestBody: { $ref: "#/x" } } },
  };
  const found = await recognize(JSON.stringify({ openapi: "3.1.0", paths }));
  expect(JSON.parse(found!.json!.text)).toEqual({
    tools: [{ name: "get_b", inputSchema: { type: "object", properties: {} } }],
  });
  expect(found?.notes[1]?.text).toMatch(/without a name/);
});
