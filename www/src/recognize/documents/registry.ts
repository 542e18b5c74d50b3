// Servers as their authors describe them: `server.json` of the MCP registry, `manifest.json` of a bundle for desktops.

import { type Entry, entryOf } from "./entry";
import { listAt, objectAt, textAt, type Value } from "../value/value";

/** How a package is started, by the registry that it is in. */
const STARTED = new Map([
  ["npm", ["npx", "-y"]],
  ["pypi", ["uvx"]],
  ["oci", ["docker", "run", "-i", "--rm"]],
]);

/** The servers that a description has; none for other data. */
export function registered(value: Value): Entry[] {
  const name = textAt(value, "name") ?? "server";
  const bundled = objectAt(objectAt(value, "server"), "mcp_config");
  const packages = (listAt(value, "packages") ?? []).flatMap(started);
  const remotes = (listAt(value, "remotes") ?? []).flatMap(reached);
  const all = [...(bundled ? [bundled] : []), ...packages, ...remotes];
  return all.map((entry) => [name, entry]);
}

function started(item: Value): Value[] {
  const registry = textAt(item, "registryType") ?? textAt(item, "registry_type") ?? textAt(item, "registry_name") ?? "";
  const identifier = textAt(item, "identifier") ?? textAt(item, "name");
  const words = STARTED.get(registry);
  if (!words || identifier === undefined) return [];
  const variables = listAt(item, "environmentVariables") ?? listAt(item, "environment_variables");
  return [entryOf([...words, identifier], namesOf(variables))];
}

function reached(remote: Value): Value[] {
  const url = textAt(remote, "url");
  return url === undefined ? [] : [entryOf([url], [], namesOf(listAt(remote, "headers")))];
}

const namesOf = (items: Value[] = []): string[] => items.flatMap((item) => textAt(item, "name") ?? []);
