// Words of a shell.

import { type Derived, Excerpt } from "./places";
import { unescaped } from "./text";

/** A word as a shell takes it, in which nothing is expanded. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const MOST_WORDS = 1_000;

/** The words of a command as a shell splits them; nothing is expanded. Also those of Windows, with `^`. */
export function words(text: string): Derived[] {
  const found: Derived[] = [];
  let word: Excerpt | undefined;
  const end = () => {
    if (word) found.push(word.derived());
    word = undefined;
  };
  let at = 0;
  while (at < text.length && found.length < MOST_WORDS) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      end();
      at += 1;
    } else if ((char === "\\" || char === "^") && /^\r?\n/.test(text.slice(at + 1, at + 3))) {
      at += text[at + 1] === "\r" ? 3 : 2;
    } else {
      word ??= new Excerpt();
      const next = take(text, at, word);
      if (next === undefined) break;
      at = next;
    }
  }
  end();
  return found;
}

/** Where the line of a command ends, in quotes and behind a backslash excepted. */
export function endOfLine(text: string): number {
  let at = 0;
  while (at < text.length && text[at] !== "\n") {
    const isContinued = /^[\\^]\r?\n/.exec(text.slice(at, at + 3));
    const next = isContinued || /\s/.test(text.charAt(at)) ? at + (isContinued?.[0].length ?? 1) : take(text, at, new Excerpt());
    if (next === undefined) return text.length;
    at = next;
  }
  return at;
}

/** Adds the part of a word that begins there, and answers where it ends; undefined where a quote is not closed. */
function take(text: string, at: number, word: Excerpt): number | undefined {
  const char = text.charAt(at);
  if (char === "'") return single(text, at + 1, word);
  if (char === '"') return double(text, at + 1, word);
  if (text.startsWith("$'", at)) return dollar(text, at + 2, word);
  const [plain = ""] = /^[^\s'"\\$^]+/.exec(text.slice(at, at + 10_000)) ?? [];
  if (plain !== "") {
    word.add(plain, at);
    return at + plain.length;
  }
  const isEscape = (char === "\\" || char === "^") && at + 1 < text.length;
  word.add(isEscape ? text.charAt(at + 1) : char, isEscape ? at + 1 : at);
  return at + (isEscape ? 2 : 1);
}

function single(text: string, from: number, word: Excerpt): number | undefined {
  const to = text.indexOf("'", from);
  if (to < 0) return undefined;
  word.add(text.slice(from, to), from);
  return to + 1;
}

const IN_DOUBLE = /[^"\\]+|\\(["\\$`])|\\\r?\n|\\|"/y;

function double(text: string, from: number, word: Excerpt): number | undefined {
  IN_DOUBLE.lastIndex = from;
  for (let found = IN_DOUBLE.exec(text); found; found = IN_DOUBLE.exec(text)) {
    const [all, char] = found;
    if (all === '"') return found.index + 1;
    if (char !== undefined) word.add(char, found.index + 1);
    else if (!/^\\\r?\n$/.test(all)) word.add(all, found.index);
  }
  return undefined;
}

const IN_DOLLAR = /[^'\\]+|\\[\s\S]|'/y;

function dollar(text: string, from: number, word: Excerpt): number | undefined {
  IN_DOLLAR.lastIndex = from;
  for (let found = IN_DOLLAR.exec(text); found; found = IN_DOLLAR.exec(text)) {
    if (found[0] !== "'") continue;
    const inner = unescaped(text, "keep", from, found.index);
    if (!inner) return undefined;
    word.add(inner.text, from);
    return found.index + 1;
  }
  return undefined;
}
