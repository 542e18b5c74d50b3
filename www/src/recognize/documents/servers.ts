// Clients' files with MCP servers: how to ask each server for its tools.

import { type Entry, isStarted } from "./entry";
import type { Recognized, Step } from "../recognized";
import { registered } from "./registry";
import { masked, passedOn } from "./secrets";
import { quoted, words } from "../value/shell";
import { get, listAt, objectAt, textAt, textOf, type Value } from "../value/value";
import { count } from "../../words";

/** As many have their own command here. */
const MOST_SERVERS = 20;

/** The step after those of some servers. */
export const EXTRACT: Step = {
  text: "To see tools here: `extract` instead of `check` prints them. Paste what it prints.",
};

/** How a server that is started by a command prints its tools. */
export const asking = (command: string, text = "Ask the server for its tools, and paste what it prints:"): Step => ({
  text,
  command: `lapidary extract --server ${quoted(command)}`,
});

/** The files that the program reads, by the syntax that it recognizes them by. */
const FILES: Record<string, string> = { YAML: "librechat.yaml", TOML: "config.toml" };

export function servers(value: Value, syntax: string): Recognized | undefined {
  const inFile = entriesOf(value);
  const described = registered(value);
  const entries = [inFile, described, bareEntriesOf(value)].find((each) => each.length > 0);
  if (!entries) return undefined;
  const file = FILES[syntax.split(" ").at(-1) ?? ""] ?? (isGeminiCli(value) ? "settings.json" : "mcp.json");
  const all = {
    text: `Check the tools of all of them: save this as \`${file}\`, then run`,
    command: `lapidary check --config ${file}`,
  };
  const steps: Step[] = [
    ...(entries === inFile ? [all] : []),
    ...entries.slice(0, MOST_SERVERS).flatMap(([name, entry]) => stepsOf(name, entry)),
    EXTRACT,
  ];
  const notes =
    entries.length > MOST_SERVERS
      ? [{ text: `${count(entries.length - MOST_SERVERS, "further server")} not shown.` }]
      : [];
  const what = entries === described ? "a description" : "a configuration";
  return { what: `${what} of ${count(entries.length, "MCP server")}`, notes, steps };
}

/** What only Gemini CLI and its forks have in an entry: the program takes `$NAME` for a variable in `settings.json` alone. */
const isGeminiCli = (value: Value): boolean =>
  objectAt(value, "mcpServers")?.members.some(
    ({ value: entry }) =>
      ["httpUrl", "trust", "includeTools", "excludeTools"].some((name) => get(entry, name)) ||
      [get(entry, "env"), get(entry, "headers")].some(hasVariable),
  ) ?? false;

const hasVariable = (values: Value | undefined): boolean =>
  values?.kind === "object" && values.members.some(({ value }) => /^\$[A-Za-z_]\w*$/.test(textOf(value) ?? ""));

/** The members in which clients have their servers; docs/SERVERS.md says which. */
function entriesOf(value: Value): Entry[] {
  const nested = objectAt(objectAt(value, "mcp"), "servers") ?? objectAt(value, "mcp");
  return ["mcpServers", "mcp_servers", "servers", "context_servers"]
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
  // Continue has a list.
  const listed = (listAt(value, "mcpServers") ?? []).filter(isServer);
  if (listed.length > 0) return listed.map((entry) => [textAt(entry, "name") ?? "server", entry]);
  if (value.kind !== "object" || value.members.length === 0) return [];
  if (isAlone(value)) return [[textAt(value, "name") ?? "server", value]];
  return value.members.every(({ value }) => isAlone(value)) ? value.members.map(({ name, value }) => [name, value]) : [];
}

/** Whether an entry is that of a server, whatever surrounds it. */
const isAlone = (entry: Value): boolean =>
  (textAt(entry, "command") !== undefined && listAt(entry, "args") !== undefined) ||
  isStarted(commandOf(entry)) ||
  (urlOf(entry) !== undefined && /^(?:http|sse|streamable-?http)$/i.test(textAt(entry, "type") ?? ""));

const urlOf = (entry: Value) => textAt(entry, "url") ?? textAt(entry, "httpUrl") ?? textAt(entry, "serverUrl");

export const isServer = (entry: Value) => urlOf(entry) !== undefined || commandOf(entry).length > 0;

/** The words of the command, also where one text has all of them; a path may have blanks. */
function commandOf(entry: Value): string[] {
  const command = get(entry, "command");
  const start = command?.kind === "list" ? command.items.map(textOf) : [textOf(command) ?? textAt(command, "path")];
  const [program] = start;
  if (program === undefined) return [];
  const args = (listAt(entry, "args") ?? listAt(command, "args") ?? []).map(textOf);
  const all = [...start, ...args].filter((word) => word !== undefined);
  const isLine = all.length === 1 && /^[\w.-]+\s/.test(program);
  return isLine ? words(program).map(({ text }) => text) : all;
}

/** The names of what an entry sets; what VS Code removes is null. */
const namesIn = (...holders: (Value | undefined)[]): string[] =>
  holders
    .flatMap((holder) => (holder?.kind === "object" ? holder.members : []))
    .filter(({ value }) => value.kind !== "scalar" || value.json !== "null")
    .map(({ name }) => name);

/** What a client replaces in a command or an address, as in `${workspaceFolder}/server.js`, and what is masked. */
const PLACEHOLDER = /\$(?:\{[^{}]{1,100}\}|[A-Za-z_]\w*)|…/g;

/** The hint on what has to be replaced before a command is run. */
function replacing(words: string[]): string {
  const found = [...new Set(words.flatMap((word) => word.match(PLACEHOLDER) ?? []))];
  return found.length === 0 ? "" : `, once you replace ${found.map((each) => `\`${each}\``).join(", ")}`;
}

/** How to check one server alone. Values of variables and headers are secret: only their names are shown. */
export function stepsOf(name: string | undefined, entry: Value): Step[] {
  const called = name === undefined ? "The server" : `\`${name}\``;
  const { words: start, variables: passed } = passedOn(commandOf(entry));
  if (start.length > 0) {
    const command = masked(start);
    // Older versions of Zed have the variables in `command`, OpenCode has them in `environment`.
    const set = namesIn(get(entry, "env"), get(entry, "environment"), get(get(entry, "command"), "env"));
    const env = [...new Set([...set, ...passed])];
    const given = env.map((name) => ` --env ${quoted(name)}`).join("");
    const variables = env.length > 0 ? `, with ${count(env.length, "variable")} that you set first` : "";
    const text = `${called} is started${replacing(command)}${variables}:`;
    return [{ text, command: `lapidary check --server ${quoted(command.map(quoted).join(" "))}${given}` }];
  }
  const [url] = masked([urlOf(entry) ?? ""]);
  if (!url) return [];
  // Codex has those of which a variable has the value apart.
  const headers = namesIn(get(entry, "headers"), get(entry, "http_headers"), get(entry, "env_http_headers"));
  const bearer = get(entry, "bearer_token_env_var") ? ["Authorization"] : [];
  const given = [...headers, ...bearer].map((name) => ` --header ${quoted(`${name}: …`)}`).join("");
  const text = `${called} answers by HTTP${replacing([url])}:`;
  return [{ text, command: `lapidary check --url ${quoted(url)}${given}` }];
}
