// One row of the table: a server, started once for each client, and what became of its tools.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { standIn } from "../stand-in.mjs";
import { WAYS, cell } from "./cell.mjs";
import { CLIENTS, listed } from "./clients.mjs";
import { Connection } from "./connection.mjs";
import { furnished, started } from "./servers.mjs";

/** @returns {Promise<Record<string, Record<string, Outcome[]>>>} the outcomes of each tool, by client and way. */
export async function row(server) {
  const gemini = await standIn();
  const cells = {};
  for (const [name, host] of Object.entries(CLIENTS)) {
    const folder = furnished(mkdtempSync(join(tmpdir(), "field-")));
    const connection = new Connection(started(server, folder));
    const client = await host.connect(connection);
    const tools = (await listed(client)).map(({ name }) => name).filter((name) => !server.leftOut?.[name]);
    const facts = server.facts?.(folder, gemini.url) ?? {};
    cells[name] = {};
    for (const way of host.ways ?? Object.keys(WAYS)) {
      const outcomes = await cell({ way, host, client, connection, gemini, server, facts, tools });
      cells[name][way] = outcomes.map((outcome) => ({
        ...outcome,
        cause: placeless(outcome.cause, folder, gemini.url),
      }));
    }
    await client.close();
    rmSync(folder, { recursive: true });
  }
  await gemini.stop();
  return cells;
}

/** What differs from run to run is left out of what is told. */
const placeless = (cause, folder, url) => cause?.replaceAll(folder, "FOLDER").replaceAll(url, "URL");
