// Tools in an envelope that the engine does not read: under their names, as programs have them, or deeper in a document.

import { print } from "../value/print";
import type { Recognized } from "../recognized";
import { shapeOf } from "../value/shape";
import { get, list, member, object, objectAt, scalar, textAt, type Value } from "../value/value";

/** How many values are looked at. */
const MOST = 1_000;

export function enveloped(value: Value, syntax: string): Recognized | undefined {
  const map = objectAt(value, "tools") ?? value;
  if (map.kind === "object" && map.members.length > 0 && map.members.every((each) => isNameless(each.value))) {
    const tools = map.members.map((each) => {
      const own = each.value.kind === "object" ? each.value.members : [];
      return object([member("name", scalar(each.name, each)), ...own], each.value);
    });
    const json = print(object([member("tools", list(tools, map))], map));
    return { what: `${syntax} with a map of tools, read as a list`, json, notes: [], steps: [] };
  }
  const inner = toolsWithin(value);
  if (!inner) return undefined;
  const notes = [{ text: "Only the tools or the request here are read, and not what is around.", at: inner.from }];
  return { what: `${syntax} with tools deeper in it`, json: print(inner), notes, steps: [] };
}

/** Whether a value is a tool without a name. */
function isNameless(value: Value): boolean {
  const isDescribed = textAt(value, "description") !== undefined && objectAt(value, "parameters") !== undefined;
  return (isDescribed || ["inputSchema", "input_schema"].some((name) => objectAt(value, name))) && !get(value, "type");
}

function toolsWithin(value: Value): Value | undefined {
  const found: Value[] = [value];
  for (let at = 0; at < found.length; at++) {
    const each = found[at];
    if (!each || each.kind === "scalar") continue;
    if (at > 0 && shapeOf(each) === "tools") return each;
    const inner = each.kind === "list" ? each.items : each.members.map((member) => member.value);
    found.push(...inner.slice(0, MOST - found.length));
  }
  return undefined;
}
