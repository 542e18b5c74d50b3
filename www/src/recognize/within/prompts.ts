// A session of Python's prompt: what was entered, without its prompts.

import { Excerpt } from "../value/places";
import { type Format, moved } from "../recognized";

const ENTERED = /^[ \t]*(?:>>>|\.\.\.)(?: |$)(.*\n?)/gm;

export const prompts: Format = async (text, inner) => {
  if (!/^[ \t]*>>> /m.test(text)) return undefined;
  const entered = new Excerpt();
  for (const { 0: line, 1: rest = "", index } of text.matchAll(ENTERED))
    entered.add(rest, index + line.length - rest.length);
  const derived = entered.derived();
  const read = await inner(derived.text);
  // The commands entered may have printed tools.
  return read?.json && moved(read, derived);
};
