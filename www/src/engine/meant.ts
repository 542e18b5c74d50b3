// The tool of a document that an API's error is about, and the parameter.

import { at, isObject, join, parent } from "../json/pointer";
import { each } from "../picture/row";
import type { ApiError } from "./api";
import { declaredName, type Document } from "./document";

/** A tool, and the row of its parameter. */
export interface Meant {
  index: number;
  name: string;
  row?: string;
  parameter?: string;
}

export function meant(document: Document, error: ApiError): Meant | undefined {
  const index = indexOf(document, error);
  const tool = document.result.tools[index];
  if (!tool) return undefined;
  const found = { index, name: tool.name };
  const detail = document.detail(index);
  const rows = detail ? [...each(detail.picture)] : [];
  let pointer: string | undefined = pointerOf(error.path ?? "", detail?.original);
  for (; pointer; pointer = parent(pointer)) {
    const row = rows.find(({ before }) => before?.pointers.includes(pointer ?? ""));
    if (row) return row.id === "" ? found : { ...found, row: row.id, parameter: row.path };
  }
  return found;
}

/** By its name, or by its place in the request; -1 for none of the document. */
function indexOf({ result: { tools } }: Document, { functionName, function: place, tool = 0 }: ApiError): number {
  if (functionName === undefined) return tool === 0 && place !== undefined && place < tools.length ? place : -1;
  const known = tools.filter((each) => [each.name, declaredName(each)].some((own) => isNamed(functionName, own)));
  const [longest] = known.sort((a, b) => b.name.length - a.name.length);
  return longest ? tools.indexOf(longest) : -1;
}

/** Clients put the server's name before or after the tool's. */
const isNamed = (name: string, own: string): boolean =>
  own !== "" &&
  (name === own ||
    (name.endsWith(own) && /[_\-./:]$/.test(name.slice(0, -own.length))) ||
    (name.startsWith(own) && /^[_\-./:]/.test(name.slice(own.length))));

const STEP = /([\w$-]+)(?:\[([^\]]*)\])?/g;

/** The pointer to as much of a server's path as the schema has. */
function pointerOf(path: string, schema: unknown): string {
  let pointer = "";
  for (const [, spelled = "", key] of path.matchAll(STEP)) {
    const name = spelled.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const here = at(schema, pointer);
    if (name === "value" || !isObject(here)) continue;
    const keyword = Object.hasOwn(here, name) ? join(pointer, name) : join(pointer, "properties", spelled);
    const next = key === undefined ? keyword : join(keyword, named(at(schema, keyword), key));
    if (at(schema, next) === undefined) return pointer;
    pointer = next;
  }
  return pointer;
}

/** The name of a property that is called by its number. */
function named(holder: unknown, key: string): string {
  const isPlace = isObject(holder) && /^\d+$/.test(key) && !Object.hasOwn(holder, key);
  return isPlace ? (Object.keys(holder)[Number(key)] ?? key) : key;
}
