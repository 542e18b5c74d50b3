// One line that starts a server or leads to one: its command, the command that installs it, its address, a client's
// command that adds it, a link that installs it.

import { entryOf, isStarted, isUrl } from "./documents/entry";
import { installed } from "./documents/installed";
import type { Format, Recognize, Recognized, Step } from "./recognized";
import { EXTRACT, isServer, stepsOf } from "./documents/servers";
import { base64Decoded, percentDecoded } from "./value/encoded";
import { jsonValue } from "./value/json";
import { quoted, words } from "./value/shell";
import { textAt, type Value } from "./value/value";

const MOST_CHARACTERS = 10_000;
/** A line, or several of which each but the last ends in a mark that it goes on. */
const ONE_LINE = /^(?:[^\n]*[\\`^]\r?\n)*[^\n]*$/;
const PROMPT = /^[$%>][ \t]+/;
const ASSIGNED = /^([A-Za-z_]\w*)=/;

export const command: Format = async (text, inner) => {
  const line = text.trim().replace(PROMPT, "");
  if (line.length > MOST_CHARACTERS || !ONE_LINE.test(line)) return undefined;
  if (/^[a-z][\w+.-]*:\S+$/i.test(line)) return (await linked(line, inner)) ?? addressed(line);
  const all = words(line).map((word) => word.text);
  const start = all.findIndex((word) => !ASSIGNED.test(word));
  const started = start < 0 ? [] : all.slice(start);
  const variables = namesOf(all.slice(0, Math.max(0, start)));
  const packages = installed(started);
  if (packages.length > 0) {
    const steps = packages.flatMap(([name, command]) => stepsOf(name, entryOf(command, variables)));
    return { what: "a command that installs a program", notes: [], steps: [...steps, EXTRACT] };
  }
  if (isStarted(started)) return found("a command that starts a program", undefined, entryOf(started, variables));
  return added(text, inner);
};

const found = (what: string, name: string | undefined, server: Value): Recognized => ({
  what,
  notes: [],
  steps: [...stepsOf(name, server), EXTRACT],
});

/** The names of `NAME=value` and `Name: value`: the values are secret. */
const namesOf = (all: string[]): string[] => all.map((text) => /^[^=:]*/.exec(text)?.[0].trim() ?? "");

/** A client's command that adds a server: `claude mcp add`, `gemini mcp add`, `codex mcp add`, `code --add-mcp`. */
const ADDS = /^[ \t]*(?:[$%>][ \t]+)?[\w.-]+[ \t]+(?:mcp[ \t]+add(?:-json)?|--add-mcp)(?=\s)/;
/** Options with a value; all others have none. */
const VALUED = /^(?:-[eHst]|--(?:env|header|scope|transport|url|timeout|description|include-tools|exclude-tools))$/;

async function added(text: string, inner: Recognize): Promise<Recognized | undefined> {
  const head = ADDS.exec(text)?.[0];
  if (head === undefined) return undefined;
  const what = "a command that adds an MCP server to a client";
  const all = words(text.slice(head.length));
  const json = all.find((word) => /^\s*\{/.test(word.text));
  if (json) return configured(json.text, what, all[0] === json ? undefined : all[0]?.text, inner);
  const given = { env: [] as string[], headers: [] as string[], url: [] as string[] };
  const plain: string[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at]?.text ?? "";
    // From the command on, options are its own.
    const isCommand = plain[1] !== undefined && !isUrl(plain[1]);
    if (word === "--" || isCommand) {
      plain.push(...all.slice(word === "--" ? at + 1 : at).map((rest) => rest.text));
      break;
    }
    const [, option = word, attached] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (!option.startsWith("-")) plain.push(word);
    else if (VALUED.test(option)) {
      const value = attached ?? all[(at += 1)]?.text ?? "";
      if (/^(?:-e|--env)$/.test(option)) given.env.push(value);
      else if (/^(?:-H|--header)$/.test(option)) given.headers.push(value);
      else if (option === "--url") given.url.push(value);
    }
  }
  const [name, ...rest] = plain;
  const server = rest.length > 0 ? rest : given.url;
  return server.length === 0 ? undefined : found(what, name, entryOf(server, namesOf(given.env), namesOf(given.headers)));
}

/** A link that installs a server, with its configuration as JSON, in base64 or percent-encoded. */
async function linked(link: string, inner: Recognize): Promise<Recognized | undefined> {
  const [, given = ""] = /[?&]config=([^&]*)/.exec(link) ?? /^[\w-]+:mcp\/install\?(.*)$/s.exec(link) ?? [];
  const [, name] = /[?&]name=([^&]+)/.exec(link) ?? [];
  return configured(decoded(given), "a link that installs an MCP server", name && percentDecoded(name), inner);
}

/** What a client is given to add: the entry of a server, or a file of several. */
async function configured(
  json: string,
  what: string,
  name: string | undefined,
  inner: Recognize,
): Promise<Recognized | undefined> {
  const entry = jsonValue(json);
  if (entry && isServer(entry)) return found(what, textAt(entry, "name") ?? name, entry);
  const read = await inner(json);
  return read && { ...read, what, notes: [] };
}

function decoded(given: string): string {
  const text = percentDecoded(given.replaceAll("+", "%2B"));
  return text.startsWith("{") ? text : base64Decoded(text);
}

/** An address: of a file, or perhaps of a server. */
function addressed(url: string): Recognized | undefined {
  if (!isUrl(url)) return undefined;
  const file: Step = { text: "Check what is there:", command: `curl -sSL ${quoted(url)} | lapidary check -` };
  if (/\.(?:json|ya?ml)(?:[?#]|$)/i.test(url))
    return { what: "the address of a file, which this page does not load", notes: [], steps: [file] };
  const steps = [
    { text: "If an MCP server answers there:", command: `lapidary check --url ${quoted(url)}` },
    EXTRACT,
  ];
  return { what: "an address, which this page does not load", notes: [], steps };
}
