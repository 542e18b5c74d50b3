// Servers, in files, commands and links: how each is asked for its tools.

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

test("servers in a list are asked as those in a map", async () => {
  const text = "name: mine\nmcpServers:\n  - name: a\n    command: npx\n    args: [-y, b]\n  - name: c\n    url: https://x.org/mcp\n";
  expect((await recognize(text))?.what).toBe("a configuration of 2 MCP servers");
  expect(await commands(text)).toEqual(["lapidary check --server 'npx -y b'", "lapidary check --url https://x.org/mcp"]);
});

test("secret values in commands and addresses are not shown", async () => {
  const docker = ["run", "-i", "--rm", "-e", "A_TOKEN=s3cret", "--env=B=s3cret", "-eC", "ghcr.io/x", "--key", "${K}"];
  const remote = ["mcp-remote", "https://h/?api_key=s3cret&a=1", "--header", "Authorization: Bearer s3cret"];
  const mcpServers = {
    a: { command: "docker", args: docker, env: { A_TOKEN: "s3cret" } },
    b: { command: "npx", args: ["-y", "x", "--api-key=s3cret", "--accessToken", "s3cret", "--token", "--verbose"] },
    c: { command: "npx", args: remote },
    d: { url: "https://h/mcp?a=1&token=s3cret#x" },
    e: { command: "npx", args: ["-y", "x", "--key=${KEY}"] },
  };
  const found = await recognize(JSON.stringify({ mcpServers }));
  expect(JSON.stringify(found)).not.toContain("s3cret");
  const server = (...words: string[]) => `lapidary check --server ${quoted(words.map(quoted).join(" "))}`;
  const [, ...each] = found?.steps.flatMap(({ command }) => command ?? []) ?? [];
  expect(each).toEqual([
    `${server("docker", "run", "-i", "--rm", "-e", "A_TOKEN", "--env=B", "-eC", "ghcr.io/x", "--key", "${K}")} --env A_TOKEN --env B --env C`,
    server("npx", "-y", "x", "--api-key=…", "--accessToken", "…", "--token", "--verbose"),
    server("npx", "mcp-remote", "https://h/?api_key=…&a=1", "--header", "Authorization: …"),
    "lapidary check --url 'https://h/mcp?a=1&token=…#x'",
    server("npx", "-y", "x", "--key=${KEY}"),
  ]);
  expect(found?.steps[2]?.text).toBe("`b` is started, once you replace `…`:");
});

test("what a client replaces in a command is named", async () => {
  const steps = async (config: object) => (await recognize(JSON.stringify(config)))?.steps.map(({ text }) => text);
  const args = ["${__dirname}/server/index.js", "--dir=${user_config.dir}", "${__dirname}"];
  const mcp_config = { command: "node", args };
  expect(await steps({ name: "a", server: { type: "node", mcp_config } })).toContain(
    "`a` is started, once you replace `${__dirname}`, `${user_config.dir}`:",
  );
  const servers = {
    b: { command: "node", args: ["${workspaceFolder}/s.js"], env: { TOKEN: "${input:token}" } },
    c: { url: "https://${input:host}/mcp" },
    d: { command: "node", args: ["$HOME/s.js"] },
  };
  expect((await steps({ servers }))?.slice(1, 4)).toEqual([
    "`b` is started, once you replace `${workspaceFolder}`, with 1 variable that you set first:",
    "`c` answers by HTTP, once you replace `${input:host}`:",
    "`d` is started, once you replace `$HOME`:",
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

test("a command is split where one text has all of it, and has its variables wherever they stand", async () => {
  const second = async (config: object) => (await commands(JSON.stringify(config)))?.[1];
  const command = { path: "npx", args: ["-y", "a"], env: { TOKEN: "secret" } };
  expect(await second({ context_servers: { a: { command } } })).toBe("lapidary check --server 'npx -y a' --env TOKEN");
  for (const [given, all] of [
    ["npx -y 'a b'", ["npx", "-y", "a b"]],
    ["/opt/My App/server", ["/opt/My App/server"]],
    ["server", ["server"]],
  ] as const)
    for (const entry of [{ command: given }, { command: given, args: [], env: { REMOVED: null } }]) {
      const line = quoted(all.map(quoted).join(" "));
      expect(await second({ mcpServers: { a: entry } })).toBe(`lapidary check --server ${line}`);
    }
});

test("the file of Gemini CLI has its name, without which its variables are text", async () => {
  const first = async (entry: object) => (await commands(JSON.stringify({ mcpServers: { a: entry } })))?.[0];
  const command = "npx";
  for (const entry of [
    { httpUrl: "https://example.org/mcp" },
    { command, trust: true },
    { command, includeTools: ["b"] },
    { command, env: { KEY: "$KEY" } },
  ])
    expect(await first(entry)).toBe("lapidary check --config settings.json");
  for (const entry of [{ command, env: { KEY: "${KEY}", PASSWORD: "a$b" } }, { url: "https://example.org/mcp" }])
    expect(await first(entry)).toBe("lapidary check --config mcp.json");
});

test("the configuration of Codex is read", async () => {
  const text = `model = "m"
[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
env = { "TOKEN" = "secret-1" }

[mcp_servers.search]
url = "https://example.org/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Region" = "secret-2" }
env_http_headers = { "X-Org" = "ORG" }
`;
  expect((await recognize(text))?.what).toBe("a configuration of 2 MCP servers");
  expect(await commands(text)).toEqual([
    "lapidary check --config config.toml",
    "lapidary check --server 'npx -y files' --env TOKEN",
    "lapidary check --url https://example.org/mcp --header 'X-Region: …' --header 'X-Org: …' --header 'Authorization: …'",
  ]);
  expect((await recognize('[package]\nname = "a"\n'))?.what).toMatch(/^text without/);
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
  [`code --add-mcp '{"name":"a","command":"npx","args":["files@latest"]}'`]: "--server 'npx files@latest'",
  [`cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${base64({ command: "npx", args: ["files"] })}`]:
    "--server 'npx files'",
  [`vscode:mcp/install?${encoded({ name: "a", command: "npx", args: ["files"] })}`]: "--server 'npx files'",
  [`https://insiders.vscode.dev/redirect/mcp/install?name=a&config=${encoded({ command: "npx", args: ["b"] })}`]:
    "--server 'npx b'",
  [`https://cursor.com/en/install-mcp?name=a&config=${base64({ command: "npx @a/mcp@latest" })}`]:
    "--server 'npx @a/mcp@latest'",
  [`https://cursor.com/install-mcp?name=a&config=${base64({ url: "https://a/mcp", headers: { K: "secret" } })}`]:
    "--url https://a/mcp --header 'K: …'",
  [`claude mcp add-json a '{"url":"https://example.org/mcp"}'`]: "--url https://example.org/mcp",
  '{"command":"npx -y a"}': "--server 'npx -y a'",
  "pipx install mcp-server-git": "--server 'pipx run mcp-server-git'",
  "uv tool install mcp-server-fetch": "--server 'uvx mcp-server-fetch'",
  "pip install mcp-server-fetch": "--server 'uvx mcp-server-fetch'",
  "$ python3 -m pip install -i https://a/b 'files[all]==1.2' && files": "--server 'uvx --from '\\''files[all]==1.2'\\'' files'",
  "TOKEN=secret npm install -g @modelcontextprotocol/server-filesystem":
    "--server 'npx -y @modelcontextprotocol/server-filesystem' --env TOKEN",
  "yarn global add files@1.2": "--server 'npx -y files@1.2'",
  "cargo install files --version 1.2 --locked": "--server files",
  "go install example.org/a/files/v2@latest": "--server files",
  "docker pull ghcr.io/a/b:latest": "--server 'docker run -i --rm ghcr.io/a/b:latest'",
  "uv --directory /a run files": "--server 'uv --directory /a run files'",
  "https://example.org/mcp?a=1&b=2": "--url 'https://example.org/mcp?a=1&b=2'",
};

test.each(Object.entries(LED_TO))("%s leads to a server", async (text, command) => {
  const found = await recognize(text);
  expect(JSON.stringify(found)).not.toContain("secret");
  expect(await commands(text)).toEqual([`lapidary check ${command}`]);
});

const BUILDS = ["pip install -r a.txt", "cargo install --path .", "npm install", "uv sync", "docker build .", "go get ./..."];

test("what leads to no server is none", async () => {
  const found = await commands("https://example.org/openapi.json");
  expect(found).toEqual(["curl -sSL https://example.org/openapi.json | lapidary check -"]);
  for (const text of ["npx", "node is a program\nof many lines", "claude mcp add", "vscode:mcp/install?x", "a:b", ...BUILDS])
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

test("a shell gives back each word", () => {
  const words = ["a", "a b", "it's", '"', "$HOME", "`x`", "a\nb", "\\", "", "é", "*", "~", "#x", "-y", "a=b;c"];
  const printed = execFileSync("sh", [
    "-c",
    `for word in ${words.map(quoted).join(" ")}; do printf '%s\\0' "$word"; done`,
  ]);
  expect(printed.toString().split("\0").slice(0, -1)).toEqual(words);
});
