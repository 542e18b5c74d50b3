// Tools of Amazon Bedrock's Converse API, which has a schema one level deeper.

import { print } from "../value/print";
import type { Recognized } from "../recognized";
import { list, listAt, member, object, objectAt, type Value } from "../value/value";

export function bedrock(value: Value): Recognized | undefined {
  const listed = listAt(objectAt(value, "toolConfig"), "tools") ?? listAt(value, "tools");
  const tools = listed ?? (value.kind === "list" ? value.items : [value]);
  if (!tools.some((tool) => objectAt(tool, "toolSpec"))) return undefined;
  const json = print(object([member("tools", list(tools.flatMap(toolOf)))], value));
  return { what: "tools of Amazon Bedrock's Converse API, read as MCP tools", json, notes: [], steps: [] };
}

/** The same value with MCP tools in place of those of Converse, wherever they are in it. */
export function withoutSpecs(value: Value): Value {
  if (value.kind === "scalar") return value;
  if (value.kind === "list") {
    const isOfSpecs = value.items.some((item) => objectAt(item, "toolSpec"));
    return { ...value, items: value.items.flatMap((item) => (isOfSpecs ? toolOf(item) : [withoutSpecs(item)])) };
  }
  const [tool] = toolOf(value);
  return tool ?? { ...value, members: value.members.map((each) => ({ ...each, value: withoutSpecs(each.value) })) };
}

/** The tool, with the value of `json` as its schema; empty for other entries, such as `cachePoint`. */
function toolOf(value: Value): Value[] {
  const spec = objectAt(value, "toolSpec");
  if (!spec) return [];
  const members = spec.members.map((each) => {
    const schema = each.name === "inputSchema" ? objectAt(each.value, "json") : undefined;
    return schema ? { ...each, value: schema } : each;
  });
  return [{ ...spec, members }];
}
