// Turns of a conversation: a list of tools that the engine knows from an earlier request is not passed to it again.

import * as engine from "../pkg/lapidary_wasm.js";
import { guard, instance } from "./guard.js";
import { isRemembering } from "./memory.js";
import type { Setting } from "./settings.js";
import type { NormalizedRequest, RequestOptions } from "./types.js";

/** A list of tools that the engine remembers, and where it is in a request and in the normalized request. */
interface Place {
  id: number;
  source: [number, number];
  output: [number, number];
}

/** A normalized request, with its body as text. */
type Normalized = Omit<NormalizedRequest<string>, "tools"> & {
  /** The reports of the tools as text, if they are wanted. */
  tools: string | undefined;
};

/** A list of tools in the requests that were normalized with some options. */
interface List {
  /** Its number in the engine, and the instance of the engine that knows it. */
  id: number;
  instance: number;
  setting: Setting;
  text: string;
  output: string;
}

/** The most lists, and the most characters of them. */
const [MOST, CHARACTERS] = [16, 2_000_000];
/** The key before a list in the compact JSON that `JSON.stringify` and others write. */
const KEY = '"tools":';

/** The most recently used first. */
const lists: List[] = [];

/** Normalizes the text of a request. */
export function normalizedText(body: string, setting: Setting<RequestOptions>, reports: boolean): Normalized {
  const { options } = setting;
  if (!isRemembering()) lists.length = 0;
  const known = find(body, setting);
  if (known) {
    const { list, start } = known;
    const [before, after] = [body.slice(0, start), body.slice(start + list.text.length)];
    const texts = guard(engine.normalizeTurn, before, list.id, after, options, reports);
    lists.splice(lists.indexOf(list), 1);
    if (texts) {
      lists.unshift(list);
      const [before, after, rest, tools] = texts;
      const { codec, issues }: Pick<Normalized, "codec" | "issues"> = JSON.parse(rest!);
      return { body: before + list.output + after, codec, issues, tools };
    }
  }
  const [normalized, rest, tools] = guard(engine.normalizeRequest, body, options, reports, isRemembering());
  const { codec, issues, list }: Pick<Normalized, "codec" | "issues"> & { list?: Place } = JSON.parse(rest!);
  if (list) keep(list, body, normalized!, setting);
  return { body: normalized!, codec, issues, tools };
}

/** Remembers the list of a request that was normalized. */
function keep({ id, source, output }: Place, body: string, normalized: string, setting: Setting): void {
  // A part of a text would keep all of it in memory.
  const [text, result] = structuredClone([body.slice(...source), normalized.slice(...output)]) as [string, string];
  lists.unshift({ id, instance: instance(), setting, text, output: result });
  let left = CHARACTERS;
  const kept = lists.findIndex(({ text, output }, index) => (left -= text.length + output.length) < 0 || index === MOST);
  if (kept >= 0) lists.length = kept;
}

/** The known list that a request contains, and where it starts. */
function find(body: string, setting: Setting): { list: List; start: number } | undefined {
  const candidates = lists.filter((list) => list.setting === setting && list.instance === instance());
  if (candidates.length === 0) return undefined;
  for (let key = body.indexOf(KEY); key >= 0; key = body.indexOf(KEY, key + 1)) {
    const start = key + KEY.length;
    const list = candidates.find(({ text }) => body.slice(start, start + text.length) === text);
    if (list) return { list, start };
  }
  return undefined;
}
