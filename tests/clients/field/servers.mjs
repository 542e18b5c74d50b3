// The MCP servers of the table: how each is started, what the user tells the model, and which tools are left out.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { FASTMCP } from "../fastmcp.mjs";

const HERE = new URL("../../servers/", import.meta.url);
const MODULES = fileURLToPath(new URL("node_modules/", HERE));
const OFFLINE = fileURLToPath(new URL("offline.mjs", import.meta.url));

/** A server from npm. Names of hosts lead nowhere for it, so that services behind it are never reached. */
const npm = (name, program, ...args) => ({
  name: name.replace("@modelcontextprotocol/", ""),
  version: JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8")).version,
  command: process.execPath,
  args: ["--import", OFFLINE, join(MODULES, name, program), ...args],
});

/** A server from PyPI, in the environment of `LAPIDARY_PYTHON`. */
const pypi = (name, module, ...args) => ({
  name,
  version: new RegExp(`^${name}==(.*)$`, "m").exec(readFileSync(new URL("requirements.txt", HERE), "utf8"))[1],
  command: process.env.LAPIDARY_PYTHON ?? "python3",
  args: ["-m", module, ...args],
});

const UUID = "4f5a1c3e-8b1d-4c59-9d0e-2f6b7a8c9d10";

/**
 * `facts` are values by name that the user's text gives the model, as users name a file or an address; they get the
 * folder that only this server has, and an address that answers. `wanted` are arguments that are asked for beside
 * those that are drawn. `unsaid` are tools that ask for more than their schema says: they are called with these
 * arguments only. `leftOut` are tools that are not called, with why.
 */
export const SERVERS = [
  {
    ...npm("@modelcontextprotocol/server-everything", "dist/index.js", "stdio"),
    facts: () => ({ data: "data:text/plain,hello" }),
    leftOut: {
      "simulate-research-query": "is a task, which none of these clients starts",
      "trigger-long-running-operation": "takes as long as its arguments say",
    },
  },
  {
    ...npm("@modelcontextprotocol/server-filesystem", "dist/index.js", "FOLDER"),
    facts: (folder) => ({
      path: join(folder, "notes.txt"),
      paths: [join(folder, "notes.txt")],
      source: join(folder, "notes.txt"),
      destination: join(folder, "moved.txt"),
    }),
  },
  npm("@modelcontextprotocol/server-memory", "dist/index.js"),
  {
    ...npm("@modelcontextprotocol/server-sequential-thinking", "dist/index.js"),
    // By their schema any text would do, by the server only "true" and "false".
    facts: () => ({ nextThoughtNeeded: false, isRevision: false, needsMoreThoughts: false }),
  },
  { ...npm("airtable-mcp-server", "dist/main.js"), env: { AIRTABLE_API_KEY: "none" } },
  { ...npm("@notionhq/notion-mcp-server", "bin/cli.mjs"), env: { NOTION_TOKEN: "none" } },
  {
    ...npm("firecrawl-mcp", "dist/index.js"),
    env: { FIRECRAWL_API_KEY: "none" },
    facts: (folder, url) => ({ url, urls: [url], jobId: UUID, searchId: UUID }),
    unsaid: {
      firecrawl_search: { query: "weather", sources: [{ type: "web" }] },
      firecrawl_interact: { scrapeId: UUID, prompt: "click" },
    },
  },
  npm("@antv/mcp-server-chart", "build/index.js"),
  {
    ...npm("@postman/postman-mcp-server", "dist/src/index.js"),
    env: { POSTMAN_API_KEY: "PMAK-none" },
    facts: () => ({ include: "team" }),
    unsaid: { searchPostmanElements: { entityType: "requests", q: "weather" } },
  },
  {
    ...npm("@circleci/mcp-server-circleci", "dist/index.js"),
    env: { CIRCLECI_TOKEN: "none" },
    unsaid: {
      run_rollback_pipeline: {
        params: {
          projectSlug: "gh/a/b",
          environmentName: "production",
          componentName: "web",
          currentVersion: "2.0.0",
          targetVersion: "1.0.0",
          namespace: "web",
        },
      },
      list_component_versions: { params: { projectSlug: "gh/a/b" } },
    },
  },
  {
    ...npm("@cloudflare/mcp-server-cloudflare", "dist/index.js", "run", "0123456789abcdef0123456789abcdef"),
    env: { CLOUDFLARE_API_TOKEN: "none" },
  },
  {
    ...npm("@cyanheads/git-mcp-server", "dist/index.js"),
    facts: (folder) => ({ path: folder, url: `file://${folder}` }),
    unsaid: { git_add: { all: true }, git_clean: { force: true } },
  },
  {
    ...npm("@hubspot/mcp-server", "dist/index.js"),
    env: { PRIVATE_APP_ACCESS_TOKEN: "none" },
    leftOut: { "hubspot-create-engagement": "asks for members that its schema does not name" },
  },
  {
    ...npm("@makeplane/plane-mcp-server", "build/index.js"),
    env: { PLANE_API_KEY: "none", PLANE_WORKSPACE_SLUG: "none" },
    facts: () => ({ identifier: "ABC" }),
  },
  { ...npm("@modelcontextprotocol/server-github", "dist/index.js"), env: { GITHUB_PERSONAL_ACCESS_TOKEN: "none" } },
  { ...npm("@perplexity-ai/mcp-server", "dist/index.js"), env: { PERPLEXITY_API_KEY: "none" } },
  {
    ...npm("@pinecone-database/mcp", "dist/index.js"),
    env: { PINECONE_API_KEY: "none" },
    leftOut: {
      "upsert-records": "asks for members that its schema does not name",
      "rerank-documents": "asks for a list by a schema that takes any value",
    },
  },
  // Those of its tools whose schemas refer to one another and to themselves, and some beside them.
  npm("@softeria/ms-365-mcp-server", "dist/index.js", "--enabled-tools", "onenote|contact-folder"),
  {
    ...pypi("fs-mcp", "fs_mcp", "--no-ui", "--no-http", "FOLDER"),
    facts: (folder) => ({
      path: "notes.txt",
      file_path: "data.json",
      source: "notes.txt",
      destination: "moved.txt",
      pattern: "a",
    }),
    leftOut: { propose_and_review: "waits for a person in an editor" },
    wanted: { read_files: { files: [{ path: "notes.txt" }] } },
  },
  { ...pypi("mcp-server-fetch", "mcp_server_fetch", "--ignore-robots-txt"), facts: (folder, url) => ({ url }) },
  {
    ...pypi("mcp-server-git", "mcp_server_git"),
    facts: (folder) => ({ repo_path: folder, files: ["notes.txt"], revision: "HEAD", target: "HEAD" }),
  },
  {
    ...pypi("mcp-server-time", "mcp_server_time", "--local-timezone", "UTC"),
    facts: () => ({ timezone: "UTC", source_timezone: "UTC", target_timezone: "UTC", time: "12:30" }),
  },
  {
    ...pypi("excel-mcp-server", "excel_mcp", "stdio"),
    facts: (folder) => ({
      filepath: join(folder, "book.xlsx"),
      sheet_name: "Sheet1",
      start_cell: "A1",
      end_cell: "B2",
    }),
  },
  {
    ...pypi("office-word-mcp-server", "word_document_server.main"),
    facts: (folder) => ({ filename: join(folder, "letter.docx"), directory: folder }),
  },
];

/** A folder for one server to work in: two files, under version control. */
export function furnished(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "notes.txt"), "a note\n");
  writeFileSync(join(folder, "data.json"), '{"a": [1, 2]}\n');
  const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  return folder;
}

/** The parameters that start a server in a folder, for the transport of the official SDK. It inherits only PATH. */
export const started = ({ command, args, env }, folder) => ({
  command,
  args: args.map((argument) => (argument === "FOLDER" ? folder : argument)),
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    ...FASTMCP,
    ...env,
  },
  stderr: "ignore",
});
