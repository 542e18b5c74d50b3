// Servers as their authors describe them: `server.json` of the MCP registry, `manifest.json` of a bundle for desktops.

import type { Entry } from "./servers";
import { list, listAt, member, object, objectAt, scalar, textAt, type Value } from "./value";

/** How a package is started, by the registry that it is in. */
const STARTED: Record<string, string[]> = {
  npm: ["npx", "-y"],
  pypi: ["uvx"],
  oci: ["docker", "run", "-i", "--rm"],
};

/** The servers that a description has; none for other data. */
export function registered(value: Value): Entry[] {
  const name = textAt(value, "name") ?? "server";
  const bundled = objectAt(objectAt(value, "server"), "mcp_config");
  const packages = (listAt(value, "packages") ?? []).flatMap(started);
  const remotes = (listAt(value, "remotes") ?? []).filter((remote) => textAt(remote, "url") !== undefined);
  const all = [...(bundled ? [bundled] : []), ...packages, ...remotes.map(reached)];
  return all.map((entry) => [name, entry]);
}

function started(item: Value): Value[] {
  const registry = textAt(item, "registryType") ?? textAt(item, "registry_type") ?? textAt(item, "registry_name") ?? "";
  const identifier = textAt(item, "identifier") ?? textAt(item, "name");
  const words = STARTED[registry];
  if (!words || identifier === undefined) return [];
  const variables = listAt(item, "environmentVariables") ?? listAt(item, "environment_variables") ?? [];
  const command = list([...words, identifier].map((word) => scalar(word, item)), item);
  return [object([member("command", command), member("env", named(variables, item))], item)];
}

const reached = (remote: Value): Value =>
  object(
    [
      member("url", scalar(textAt(remote, "url") ?? "", remote)),
      member("headers", named(listAt(remote, "headers") ?? [], remote)),
    ],
    remote,
  );

/** Variables or headers, of which only the names are known. */
const named = (items: Value[], of: Value): Value =>
  object(
    items.flatMap((item) => {
      const name = textAt(item, "name");
      return name === undefined ? [] : [member(name, scalar("", item))];
    }),
    of,
  );
