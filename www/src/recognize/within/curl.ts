// A curl command: what it sends.

import { type Derived, part, within } from "../value/places";
import { type Format, moved } from "../recognized";
import { words } from "../value/shell";

const COMMAND = /(?:^|\n)[ \t]*(?:[$%>#][ \t]+)?curl(?:\.exe)?\s/;
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)(?:=([\s\S]*))?$/;
/** A line that ends a heredoc is no longer. */
const MOST_WORD = 200;
const HEREDOC = /<<-?[ \t]*(["']?)(\w+)\1[^\n]*\n/;

export const curl: Format = async (text, inner) => {
  const start = COMMAND.exec(text);
  if (!start) return undefined;
  const command = part(text, start.index);
  const data = dataOf(command.text);
  const sent = data && (assigned(text, data.text) ?? data);
  if (!sent) {
    const what = "a curl command without a body";
    const steps = [
      { text: "Paste the body that it sends: with `-d @FILE`, what is in that file; or what it answers." },
    ];
    return { what, notes: [], steps };
  }
  const body = sent === data ? within(command, sent) : sent;
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

/** The value of the variable whose name is all that is sent. */
function assigned(text: string, sent: string): Derived | undefined {
  const [, name] = /^\$\{?(\w+)\}?$/.exec(sent) ?? [];
  const word = name === undefined ? undefined : words(text).find((each) => each.text.startsWith(`${name}=`));
  return word && within(word, part(word.text, (name?.length ?? 0) + 1));
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
