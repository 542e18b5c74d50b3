// Clients' files with MCP servers: how to ask each server for its tools.

import type { Recognized, Step } from "./recognized";
import { get, listAt, objectAt, textAt, textOf, type Value } from "./value";
import { count } from "../words";

/** As many have their own command here. */
const MOST_SERVERS = 20;

export function servers(value: Value, syntax: string): Recognized | undefined {
  const inFile = entriesOf(value);
  const entries = inFile.length > 0 ? inFile : bareEntriesOf(value);
  if (entries.length === 0) return undefined;
  const file = syntax.includes("YAML") ? "librechat.yaml" : "mcp.json";
  const all = {
    text: `Check the tools of all of them: save this as \`${file}\`, then run`,
    command: `lapidary check --config ${file}`,
  };
  const steps: Step[] = [
    ...(inFile.length > 0 ? [all] : []),
    ...entries.slice(0, MOST_SERVERS).flatMap(([name, entry]) => stepsOf(name, entry)),
    { text: "To see tools here: `extract` instead of `check` prints them. Paste what it prints." },
  ];
  const notes =
    entries.length > MOST_SERVERS
      ? [{ text: `${count(entries.length - MOST_SERVERS, "further server")} not shown.` }]
      : [];
  return { what: `a configuration of ${count(entries.length, "MCP server")}`, notes, steps };
}

type Entry = [name: string, entry: Value];

/** The members in which clients have their servers; docs/SERVERS.md says which. */
function entriesOf(value: Value): Entry[] {
  const nested = objectAt(objectAt(value, "mcp"), "servers") ?? objectAt(value, "mcp");
  return ["mcpServers", "servers", "context_servers"]
    .map((name) => objectAt(value, name))
    .concat(nested)
    .flatMap((found) => found?.members ?? [])
    .filter(({ value }) => isServer(value))
    .map(({ name, value }) => [name, value]);
}

/** Servers that the program reads from no file: of a setting of VS Code, or as instructions show them. */
function bareEntriesOf(value: Value): Entry[] {
  const setting = objectAt(value, "mcp.servers")?.members.filter(({ value }) => isServer(value)) ?? [];
  if (setting.length > 0) return setting.map(({ name, value }) => [name, value]);
  if (value.kind !== "object" || value.members.length === 0) return [];
  const starts = (entry: Value) => textAt(entry, "command") !== undefined && listAt(entry, "args") !== undefined;
  if (starts(value)) return [[textAt(value, "name") ?? "server", value]];
  return value.members.every(({ value }) => starts(value)) ? value.members.map(({ name, value }) => [name, value]) : [];
}

const urlOf = (entry: Value) => textAt(entry, "url") ?? textAt(entry, "httpUrl") ?? textAt(entry, "serverUrl");

const isServer = (entry: Value) => urlOf(entry) !== undefined || commandOf(entry).length > 0;

function commandOf(entry: Value): string[] {
  const command = get(entry, "command");
  const program = textOf(command) ?? textAt(command, "path");
  const words = command?.kind === "list" ? command.items.map(textOf) : program === undefined ? [] : [program];
  const args = (listAt(entry, "args") ?? listAt(command, "args") ?? []).map(textOf);
  return words.length === 0 ? [] : [...words, ...args].filter((word) => word !== undefined);
}

/** The server by itself. Values of variables and headers are secret: only their names are written. */
function stepsOf(name: string, entry: Value): Step[] {
  const words = commandOf(entry);
  const url = urlOf(entry);
  const env = (objectAt(entry, "env") ?? objectAt(entry, "environment"))?.members.map(({ name }) => name) ?? [];
  const headers = objectAt(entry, "headers")?.members.map(({ name }) => name) ?? [];
  if (words.length > 0) {
    const given = env.map((name) => ` --env ${shell(name)}`).join("");
    const text =
      env.length > 0
        ? `\`${name}\` is started, with ${count(env.length, "variable")} that you set first:`
        : `\`${name}\` is started:`;
    return [{ text, command: `lapidary check --server ${shell(words.map(shell).join(" "))}${given}` }];
  }
  const given = headers.map((name) => ` --header ${shell(`${name}: …`)}`).join("");
  return url === undefined
    ? []
    : [{ text: `\`${name}\` answers by HTTP:`, command: `lapidary check --url ${shell(url)}${given}` }];
}

/** A word as a shell takes it. */
export const shell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
