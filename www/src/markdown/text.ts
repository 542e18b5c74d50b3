// Text of the input in Markdown, as `lapidary check --format markdown` has it. It is code wherever it stands, as nothing
// in code is read as anything else: neither by GitHub's Markdown nor by what finds mentions, references and emoji in the
// page that was made of it.

import { visible } from "../visible";

/** The most characters of a text that are shown: renderers fail on long fences. */
const LONGEST = 1_000;

/** A text as code, between as many backticks as do not occur in it. */
export function code(text: string): string {
  // In a table no backslash can stand before a bar, so that the code is parted there.
  return line(text).replaceAll("\\|", "\\\n|").split("\n").map(span).join("<!-- -->");
}

/** A sentence of ours, with the code that is in it as code; all of it, where there is more in it than words. */
export function prose(text: string): string {
  const whole = line(text);
  const parts = whole.split("`");
  const last = parts.length - 1;
  const isUsual = (part: string, at: number) =>
    at % 2 === 1 ? part !== "" : WORDS.test(part) && !/www\./i.test(part) && (at === 0 || at === last || part !== "");
  if (last % 2 === 1 || whole.trim() !== whole || !parts.every(isUsual)) return code(whole);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part)).join("");
}

/** Markdown as a cell of a table. */
export const cell = (markdown: string) => markdown.replaceAll("|", "\\|");

/** Words with the punctuation of a sentence, which no Markdown, address, reference, entity or emoji is made of. */
const WORDS = /^(?:[\p{Alphabetic}\p{N} ,;()'"…!?%+=/>≥≤→|]|[.:<&](?= |$)|-(?=[a-z ]|$)|(?<=[0-9])-(?=[0-9]))*$/u;

/** Text on one line, cut. */
function line(text: string): string {
  const characters = [...visible(text.replace(/\r?\n/g, " "))];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : characters.join("");
}

function span(text: string): string {
  if (text === "") return "";
  const runs = new Set(text.match(/`+/g)?.map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length++;
  // One space is taken from each end, where both have one.
  const isPadded = /^`|`$|^ .* $/.test(text) && /[^ ]/.test(text);
  return ["`".repeat(length), text, "`".repeat(length)].join(isPadded ? " " : "");
}
