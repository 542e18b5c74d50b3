// Commands that install a package, and the command that runs what is in it.

/** How a package is run, and the words before its name in the commands that install it. */
const MANAGERS: { installs: RegExp; run(spec: string, name: string): string[] }[] = [
  {
    installs: /^(?:pip[\d.]*|python[\d.]*\s-m\spip|uv\spip|uv\stool|uv)\s(?:install|add)$/,
    run: (spec, name) => (spec === name ? ["uvx", name] : ["uvx", "--from", spec, name]),
  },
  {
    installs: /^pipx\sinstall$/,
    run: (spec, name) => ["pipx", "run", ...(spec === name ? [] : ["--spec", spec]), name],
  },
  { installs: /^(?:npm|pnpm|bun|yarn(?:\sglobal)?)\s(?:install|i|add)$/, run: (spec) => ["npx", "-y", spec] },
  { installs: /^(?:docker|podman)\spull$/, run: (spec) => ["docker", "run", "-i", "--rm", spec] },
  { installs: /^(?:cargo|gem|brew)\sinstall$/, run: (_, name) => [name] },
  // A module ends in its major version, which its program is not named by.
  { installs: /^go\sinstall$/, run: (_, name) => [name.replace(/\/v\d+$/, "").replace(/^.*\//, "")] },
];

/** Options with a value; all others have none. What is installed from a folder or a repository has no name here. */
const VALUED =
  /^(?:-[icp]|--(?:version|features|index-url|extra-index-url|index|constraint|python|registry|prefix|root|target|platform))$/;
const UNNAMED = /^(?:-[er]|--(?:editable|requirement|git|path))(?:=|$)/;
const MOST_WORDS = 4;

/** A package, perhaps with its version and extras, and not a path: `@a/b@1.2`, `a[b]==1.2`, `ghcr.io/a/b:latest`. */
const SPEC = /^(@?\w[\w.-]*(?:\/[\w.-]+)*)(?:\[[\w,.-]*\])?(?:(?:[@:]|[=<>~!]=)[\w.*^~-]+)?$/;

/** Words that end a command. */
const ENDS = /^(?:&&|\|\|?|;|#.*)$/;

/** The commands that run what a command installs, by the names of the packages; none for another command. */
export function installed(words: string[]): [name: string, command: string[]][] {
  const end = words.findIndex((word) => ENDS.test(word));
  const all = end < 0 ? words : words.slice(0, end);
  for (let length = 2; length <= Math.min(MOST_WORDS, all.length); length++) {
    const manager = MANAGERS.find(({ installs }) => installs.test(all.slice(0, length).join(" ")));
    if (manager) return packagesOf(all.slice(length)).map(([spec, name]) => [name, manager.run(spec, name)]);
  }
  return [];
}

function packagesOf(given: string[]): [spec: string, name: string][] {
  if (given.some((word) => UNNAMED.test(word))) return [];
  const plain = given.filter((word, index) => !word.startsWith("-") && !VALUED.test(given[index - 1] ?? ""));
  return plain.flatMap((spec) => {
    const [, name] = SPEC.exec(spec) ?? [];
    return name === undefined ? [] : [[spec, name]];
  });
}
