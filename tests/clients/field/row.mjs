// One row of the table: a server, started once for each client, and what became of its tools.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { gateway } from "../gateway.mjs";
import { standIn } from "../stand-in.mjs";
import { WAYS, cell } from "./cell.mjs";
import { CLIENTS } from "./clients.mjs";
import { listed } from "./listed.mjs";
import { Connection } from "./connection.mjs";
import { furnished, started } from "./servers.mjs";

const PROXY = [process.env.LAPIDARY_BIN ?? "lapidary", "proxy", "--inherit-env", "--"];

/** @returns {Promise<Record<string, Record<string, Outcome[]>>>} the outcomes of each tool, by client and way. */
export async function row(server) {
  const gemini = await standIn();
  const before = await gateway(gemini.url);
  const cells = {};
  for (const [name, host] of Object.entries(CLIENTS)) {
    const ways = host.ways ?? Object.keys(WAYS);
    const proxied = ways.filter((way) => WAYS[way].proxy);
    const direct = ways.filter((way) => !WAYS[way].proxy);
    const at = { server, host, gemini, urls: { gateway: before.url, api: gemini.url } };
    cells[name] = { ...(await column(at, direct, [])), ...(await column(at, proxied, PROXY)) };
  }
  await before.stop();
  await gemini.stop();
  return cells;
}

/** Some ways of a client with one running server, which stands behind a program or not. */
async function column({ server, host, gemini, urls }, ways, through) {
  const [folder, notes] = [furnished(mkdtempSync(join(tmpdir(), "field-"))), mkdtempSync(join(tmpdir(), "notes-"))];
  const connection = new Connection(started(server, folder), notes, through);
  const client = await host.connect(connection);
  const tools = (await listed(client)).map(({ name }) => name).filter((name) => !server.leftOut?.[name]);
  const facts = server.facts?.(folder, gemini.url) ?? {};
  const cells = {};
  for (const way of ways) {
    const url = WAYS[way].gateway ? urls.gateway : urls.api;
    const outcomes = await cell({ way, host, client, connection, gemini, url, server, facts, tools });
    cells[way] = outcomes.map((outcome) => ({ ...outcome, cause: placeless(outcome.cause, folder, url) }));
  }
  await client.close();
  for (const made of [folder, notes]) rmSync(made, { recursive: true });
  return cells;
}

/** A cause without the parts that differ from run to run. */
const placeless = (cause, folder, url) => cause?.replaceAll(folder, "FOLDER").replaceAll(url, "URL");
