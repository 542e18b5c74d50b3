// Secret values in what starts a server or leads to one: no command that is shown has them.

const HIDDEN = "…";
const NAME = String.raw`[\w-]*(?:key|token|secret|password|authorization)`;
/** `--api-key=…`, `TOKEN=…`, `?token=…`, `Authorization: …`; what a client replaces is no secret. */
const ATTACHED = new RegExp(String.raw`((?:^|[?&])${NAME}(?:=|:\s*))[^&#]+`, "gi");
/** The same as a word of its own. */
const OPTION = new RegExp(`^-{1,2}${NAME}$`, "i");

/** The words of a command, or an address, with `…` in place of secret values. */
export const masked = (words: string[]): string[] =>
  words.map((word, at) =>
    OPTION.test(words[at - 1] ?? "") && !/^-|\$/.test(word)
      ? HIDDEN
      : word.replace(ATTACHED, (found, name: string) => (found.includes("$") ? found : name + HIDDEN)),
  );

const CONTAINERS = /^(?:.*[\\/])?(?:docker|podman)(?:\.exe)?$/;

/** The words of a command without the values of variables that it sets in a container, and their names. */
export function passedOn(words: string[]): { words: string[]; variables: string[] } {
  const variables: string[] = [];
  if (!CONTAINERS.test(words[0] ?? "")) return { words, variables };
  const kept = words.map((word, at) => {
    const [, option = "", name] = /^(--env=|-e=?)?([A-Za-z_]\w*)(?:=.*)?$/s.exec(word) ?? [];
    if (name === undefined || !(option || /^(?:-e|--env)$/.test(words[at - 1] ?? ""))) return word;
    variables.push(name);
    return option + name;
  });
  return { words: kept, variables };
}
