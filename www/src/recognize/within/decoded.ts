// A whole text in another form: quoted in a mail, with the numbers of its lines, escaped for a page or a link.

import { base64Decoded, htmlDecoded, percentDecoded } from "../value/encoded";
import { type Format, moved } from "../recognized";
import { type Derived, Excerpt } from "../value/places";

const MOST_CHARACTERS = 2_000_000;

const FORMS: { how: string; decode(text: string): Derived | undefined }[] = [
  { how: "quoted", decode: (text) => withoutHeads(text, /^[ \t]*>(?!>>)[ \t]?/) },
  { how: "with line numbers", decode: (text) => withoutHeads(text, /^[ \t]*(\d+)(?:[ \t]*[:|│][ \t]?|[ \t]|$)/) },
  { how: "escaped for HTML", decode: (text) => whole(text, /^\s*(?:[[{]\s*)*&(?:quot|#34|#x22);/i, htmlDecoded) },
  { how: "percent-encoded", decode: (text) => whole(text, /^\s*%(?:7B|5B)/i, percentDecoded) },
  { how: "in base64", decode: (text) => whole(text, /^\s*(?:eyJ|ew[o0]|W3s|Wwo|Ww0)[\w+/\s-]*={0,2}\s*$/, base64Decoded) },
];

export const decoded: Format = async (text, inner) => {
  if (text.length > MOST_CHARACTERS) return undefined;
  for (const { how, decode } of FORMS) {
    const outer = decode(text);
    const found = outer && (await inner(outer.text));
    if (found) return { ...moved(found, outer), what: `${found.what}, ${how}` };
  }
  return undefined;
};

/** A text of several lines without what each of them begins with; a number in it is that of the line before, plus one. */
function withoutHeads(text: string, head: RegExp): Derived | undefined {
  const found = new Excerpt();
  let [at, lines, last] = [0, 0, Number.NaN];
  for (const line of text.split("\n")) {
    const [all = "", number] = head.exec(line) ?? [];
    if (line.trim() !== "") {
      const isNext = lines === 0 || number === undefined || Number(number) === last + 1;
      if (all === "" || !isNext) return undefined;
      [lines, last] = [lines + 1, Number(number)];
    }
    found.add(`${line.slice(all.length)}\n`, at + all.length);
    at += line.length + 1;
  }
  return lines > 1 ? found.derived() : undefined;
}

/** What a text stands for that begins as JSON in that form does; its parts have no places of their own. */
function whole(text: string, start: RegExp, decode: (text: string) => string): Derived | undefined {
  if (!start.test(text)) return undefined;
  const plain = decode(text.trim());
  return /^\s*[[{]/.test(plain) ? { text: plain, origin: () => ({ from: 0, to: text.length }) } : undefined;
}
