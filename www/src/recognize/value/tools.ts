// The tools of several values as one list.

import { print } from "./print";
import { get, list, listAt, member, object, type Value } from "./value";

/** One value with the tools of all, each once; the first value itself where the others add none. */
export function joined([first, ...others]: [Value, ...Value[]]): Value {
  const own = toolsOf(first);
  const known = new Set(own.map(spelled));
  const added = others.flatMap(toolsOf).filter((tool) => {
    const text = spelled(tool);
    return !known.has(text) && known.add(text);
  });
  return added.length === 0 ? first : object([member("tools", list([...own, ...added]))]);
}

const spelled = (value: Value): string => print(value).text;

/** The tools that a value holds in any of the forms that have a list of them. */
function toolsOf(value: Value): Value[] {
  const held = get(value, "tools") ?? get(get(value, "result"), "tools") ?? value;
  return (held.kind === "list" ? held.items : [held]).flatMap(declarationsOf);
}

const declarationsOf = (tool: Value): Value[] =>
  listAt(tool, "functionDeclarations") ?? listAt(tool, "function_declarations") ?? [tool];
