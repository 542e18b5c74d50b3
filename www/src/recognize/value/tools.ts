// The tools of several values as one list.

import { print } from "./print";
import { declarationsIn } from "./shape";
import { list, listAt, member, object, objectAt, type Range, textAt, type Value } from "./value";

/** The tools of values, and the first place of something else in them that a list of tools does not have. */
interface Joined {
  value: Value;
  lost?: Range;
}

/** One value with the tools of all, each once; the first value itself where the others add none. */
export function joined([first, ...others]: [Value, ...Value[]]): Joined {
  const held = [first, ...others].map(toolsOf);
  const [own = [], ...more] = held.map(({ tools }) => tools);
  const known = new Set(own.map(spelled));
  const added = more.flat().filter((tool) => {
    const text = spelled(tool);
    return !known.has(text) && known.add(text);
  });
  if (added.length === 0) return { value: first };
  const lost = held.flatMap(({ rest }) => rest)[0];
  return { value: object([member("tools", list([...own, ...added]))]), ...(lost && { lost }) };
}

const spelled = (value: Value): string => print(value).text;

/** What a list of tools takes over of a value, and what it does not: settings, and entries without a name. */
interface Held {
  tools: Value[];
  rest: Range[];
}

/** The tools in any of the forms that have lists of them, also in a list of these. */
export function toolsOf(value: Value): Held {
  if (value.kind === "list") return toolsOfAll(value.items);
  const result = objectAt(value, "result");
  const answered = listAt(result, "tools");
  const items = listAt(value, "tools") ?? answered ?? declarationsIn(value);
  if (value.kind === "scalar" || !items)
    return isNamed(value) ? { tools: [value], rest: [] } : { tools: [], rest: [value] };
  const { tools, rest } = toolsOfAll(items);
  const settings = value.members.filter((each) => each.value.kind === "object" && each.value !== result);
  return { tools, rest: [...rest, ...settings] };
}

function toolsOfAll(values: Value[]): Held {
  const held = values.map(toolsOf);
  return { tools: held.flatMap(({ tools }) => tools), rest: held.flatMap(({ rest }) => rest) };
}

const isNamed = (tool: Value): boolean => textAt(objectAt(tool, "function") ?? tool, "name") !== undefined;
