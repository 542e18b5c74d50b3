// A curl command: what it sends, and what is answered below it.

import { type Derived, part, within } from "../value/places";
import { type Format, moved, type Recognize } from "../recognized";
import { endOfLine, words } from "../value/shell";
import { type Piece, together } from "./together";

const COMMAND = /(?:^|\n)[ \t]*(?:[$%>#][ \t]+)?curl(?:\.exe)?\s/;
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)(?:=([\s\S]*))?$/;
/** A line that ends a heredoc is no longer. */
const MOST_WORD = 200;
const HEREDOC = /<<-?[ \t]*(["']?)(\w+)\1[^\n]*\n/;

export const curl: Format = async (text, inner) => {
  const start = COMMAND.exec(text);
  if (!start) return undefined;
  const command = part(text, start.index + (text[start.index] === "\n" ? 1 : 0));
  const sent = dataOf(command.text);
  const body = sent && (assigned(text, sent.text) ?? within(command, sent));
  const answer = within(command, part(command.text, endOf(command.text)));
  const read = [
    body && (await readFrom(body, "the body of a curl command", inner)),
    await readFrom(answer, "the answer to a curl command", inner),
  ].filter((each) => each !== undefined);
  const found = together(read);
  const complaint = read.find((each) => each.found.complaint !== undefined)?.found.complaint;
  if (found) return { ...found, ...(complaint !== undefined && { complaint }) };
  if (!body) {
    const what = "a curl command without a body";
    const steps = [
      { text: "Paste the body that it sends: with `-d @FILE`, what is in that file; or what it answers." },
    ];
    return { what, notes: [], steps };
  }
  const notes = [{ text: "Neither tools nor a schema are in it.", at: body.origin({ from: 0, to: 0 }).from }];
  const steps = [{ text: "Paste the body alone to see what the matter is with it." }];
  return { what: "the body of a curl command", notes, steps };
};

/** What a part of the text is read as, and where it begins. */
async function readFrom(given: Derived, what: string, inner: Recognize): Promise<Piece | undefined> {
  const read = await inner(given.text);
  if (!read) return undefined;
  const at = given.origin({ from: given.text.search(/\S/), to: given.text.length }).from;
  const isPlain = read.what === "JSON";
  return { found: { ...moved(read, given), what: isPlain ? what : `${what}: ${read.what}` }, at };
}

/** Where a command ends, of which options may stand on lines of their own, and what is sent below it. */
function endOf(command: string): number {
  const below = heredocIn(command);
  if (below) return below.end;
  let end = endOfLine(command);
  while (/^\s+-/.test(command.slice(end, end + MOST_WORD))) end += 1 + endOfLine(command.slice(end + 1));
  return end;
}

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
  return heredocIn(command)?.data;
}

/** The value of the variable whose name is all that is sent. */
function assigned(text: string, sent: string): Derived | undefined {
  const [, name] = /^\$\{?(\w+)\}?$/.exec(sent) ?? [];
  const word = name === undefined ? undefined : words(text).find((each) => each.text.startsWith(`${name}=`));
  return word && within(word, part(word.text, (name?.length ?? 0) + 1));
}

/** What stands below a command as its input, and where that ends. */
function heredocIn(command: string): { data: Derived; end: number } | undefined {
  const start = HEREDOC.exec(command);
  const [all = "", , word = ""] = start ?? [];
  const from = (start?.index ?? 0) + all.length;
  for (let at = from; start && at < command.length;) {
    const next = command.indexOf("\n", at);
    const end = next < 0 ? command.length : next;
    if (end - at <= MOST_WORD && command.slice(at, end).trim() === word) return { data: part(command, from, at), end };
    at = end + 1;
  }
  return undefined;
}
