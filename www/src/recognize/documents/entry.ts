// Entries of servers, as clients have them in their files.

import { list, member, object, scalar, type Value } from "../value/value";

export type Entry = [name: string, entry: Value];

const URL_START = /^https?:\/\//i;

/** Programs by which servers are started. */
const STARTS =
  /^(?:npx|bunx|pnpm|yarn|node|deno|bun|tsx|uvx|uv|pipx|python[\d.]*|docker|podman|dotnet|java|go|cargo|ruby|php)$/;

/** What such programs do beside: they install, build and fetch. */
const KEEPS =
  /^(?:install|i|add|ci|sync|lock|build|pull|push|pip|get|mod|init|new|test|update|upgrade|remove|uninstall|list|login)$/;
/** Those to which a word may be that. */
const MANAGERS = /^(?:pnpm|yarn|bun|deno|uv|pipx|docker|podman|dotnet|go|cargo)$/;

/** Whether these words start a program with an argument, which may be a server. */
export function isStarted([program = "", ...args]: string[]): boolean {
  if (!STARTS.test(program) || args.length === 0) return false;
  const [first = "", second = ""] = args;
  return !MANAGERS.test(program) || !KEEPS.test(/^(?:tool|global)$/.test(first) ? second : first);
}

export const isUrl = (word: string): boolean => URL_START.test(word);

/** The entry of a server that is started, or that has an address. Of variables and headers, only the names are known. */
export function entryOf(command: string[], variables: string[] = [], headers: string[] = []): Value {
  const named = (names: string[]): Value => object(names.map((name) => member(name, scalar(""))));
  const [only = ""] = command;
  return object([
    command.length === 1 && isUrl(only)
      ? member("url", scalar(only))
      : member("command", list(command.map((word) => scalar(word)))),
    member("env", named(variables)),
    member("headers", named(headers)),
  ]);
}
