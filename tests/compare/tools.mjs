// `node tools.mjs SET`: the tools of a set, one a line, each with what it is called in lists. `servers` are those that the
// servers of the field table list; `patterns` the inputs of the specs and the examples of the page; `corpus` the file
// that `LAPIDARY_CORPUS` names, if it does.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { listed } from "../clients/field/listed.mjs";
import { SERVERS, furnished, started } from "../clients/field/servers.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const isTool = (held) => typeof held?.name === "string" && typeof held.inputSchema === "object" && held.inputSchema;

/** A tool as it is compared: what clients do with output schemas, icons and the like is another question. */
const made = (label, { name, description, inputSchema }) => ({ label, name, description, inputSchema });

async function toolsOf(server) {
  const folder = furnished(mkdtempSync(join(tmpdir(), "compare-")));
  const client = new Client({ name: "compare", version: "1.0.0" });
  await client.connect(new StdioClientTransport(started(server, folder)));
  const tools = await listed(client);
  await client.close();
  rmSync(folder, { recursive: true });
  return tools.map((tool) => made(`${server.name}/${tool.name}`, tool));
}

function* written() {
  const specs = readdirSync(join(ROOT, "tests/specs"), { recursive: true }).map((file) => join("tests/specs", file));
  const examples = readdirSync(join(ROOT, "www/src/examples")).map((file) => join("www/src/examples", file));
  for (const file of [...specs, ...examples].filter((file) => file.endsWith(".json")).sort()) {
    const tools = held(readFileSync(join(ROOT, file), "utf8")).filter(isTool);
    for (const tool of tools) yield made(`${file.replace(/\.json$/, "")}/${tool.name}`, tool);
  }
}

/** The tools of a document; none if it is not JSON, as some specs are. */
function held(text) {
  try {
    const document = JSON.parse(text);
    return document.tools ?? document.result?.tools ?? [document].flat();
  } catch {
    return [];
  }
}

function* corpus() {
  if (!process.env.LAPIDARY_CORPUS) return;
  for (const line of readFileSync(process.env.LAPIDARY_CORPUS, "utf8").split("\n").filter(Boolean)) {
    const tool = JSON.parse(line);
    if (isTool(tool)) yield made(`${tool.server}/${tool.name}`, tool);
  }
}

async function* servers() {
  for (const server of SERVERS) yield* await toolsOf(server);
}

const SETS = { servers, patterns: written, corpus };
for await (const tool of SETS[process.argv[2]]()) console.log(JSON.stringify(tool));
