// JSON Pointers (RFC 6901), and the paths (RFC 9535, normalized) that findings carry.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The member of that name; every object inherits some, such as `constructor`, which are none of its own. */
export const own = <T>(members: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  members && Object.hasOwn(members, name) ? members[name] : undefined;

const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescape = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

export const join = (pointer: string, ...names: (string | number)[]): string =>
  names.reduce<string>((path, name) => `${path}/${escape(String(name))}`, pointer);

export const split = (pointer: string): string[] => (pointer === "" ? [] : pointer.slice(1).split("/").map(unescape));

/** The pointer that is one step shorter; undefined at the root. */
export function parent(pointer: string): string | undefined {
  return pointer === "" ? undefined : pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The value at a pointer; undefined if there is none. */
export function at(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of split(pointer)) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isObject(value) ? own(value, name) : undefined;
  }
  return value;
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/gy;

/** The pointer that says the same as a path. */
export function fromPath(path: string): string {
  const names: string[] = [];
  STEP.lastIndex = 1;
  for (let step = STEP.exec(path); step; step = STEP.exec(path)) {
    const [, plain, index, quoted] = step;
    names.push(plain ?? index ?? unquote(quoted ?? ""));
  }
  return join("", ...names);
}

function unquote(text: string): string {
  const inner = text.replace(/\\'/g, "'").replace(/"/g, '\\"');
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return text;
  }
}
