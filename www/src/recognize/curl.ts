// A curl command: what it sends.

import { type Derived, Excerpt, part, within } from "./places";
import { type Format, moved } from "./recognized";
import { unescaped } from "./text";

const COMMAND = /(?:^|\n)[ \t]*(?:[$%>#][ \t]+)?curl(?:\.exe)?\s/;
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)(?:=([\s\S]*))?$/;
/** A line that ends a heredoc is no longer. */
const MOST_WORD = 200;
const HEREDOC = /<<-?[ \t]*(["']?)(\w+)\1[^\n]*\n/;

export const curl: Format = async (text, inner) => {
  const start = COMMAND.exec(text);
  if (!start) return undefined;
  const command = part(text, start.index);
  const sent = dataOf(command.text);
  if (!sent) {
    const what = "a curl command without a body";
    const steps = [
      { text: "Paste the body that it sends: with `-d @FILE`, what is in that file; or what it answers." },
    ];
    return { what, notes: [], steps };
  }
  const body = within(command, sent);
  const read = await inner(body.text);
  const what = "the body of a curl command";
  if (!read) {
    const notes = [{ text: "Neither tools nor a schema are in it.", at: body.origin({ from: 0, to: 0 }).from }];
    return { what, notes, steps: [{ text: "Paste the body alone to see what the matter is with it." }] };
  }
  return { ...moved(read, body), what: read.what === "JSON" ? what : `${what}: ${read.what}` };
};

/** The text that is sent, without what it is quoted with. */
function dataOf(command: string): Derived | undefined {
  const found = words(command);
  for (const [index, word] of found.entries()) {
    const [option, attached] = DATA.exec(word.text) ?? (/^-d./s.test(word.text) ? ["-d", word.text.slice(2)] : []);
    if (option === undefined) continue;
    const value =
      attached === undefined ? found[index + 1] : within(word, part(word.text, word.text.length - attached.length));
    if (value && !value.text.startsWith("@")) return value;
  }
  return heredocIn(command);
}

function heredocIn(command: string): Derived | undefined {
  const start = HEREDOC.exec(command);
  const [all = "", , word = ""] = start ?? [];
  const from = (start?.index ?? 0) + all.length;
  for (let at = from; start && at < command.length;) {
    const next = command.indexOf("\n", at);
    const end = next < 0 ? command.length : next;
    if (end - at <= MOST_WORD && command.slice(at, end).trim() === word) return part(command, from, at);
    at = end + 1;
  }
  return undefined;
}

const MOST_WORDS = 1_000;

/** The words of a command as a shell splits them; nothing is expanded. Also those of Windows, with `^`. */
function words(text: string): Derived[] {
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
