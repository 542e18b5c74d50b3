// Blocks of code in Markdown: an issue, a chat, an answer of a model.

import { part } from "../value/places";
import { isComplaint, isKnown } from "../documents/errors";
import { type Format, moved, type Recognized } from "../recognized";

const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n`]*)$/gm;
const MOST_BLOCKS = 50;

/** The first block that can be read, with an error in another, or else the first of which the page knows what it is.
 * Others are named. */
export const markdown: Format = async (text, inner) => {
  let best: { found: Recognized; block: Block } | undefined;
  const others: Block[] = [];
  for (const block of blocksOf(text)) {
    const stretch = part(text, block.from, block.to);
    const found = best?.found.json ? undefined : await inner(stretch.text);
    if (!found || (best && !found.json)) {
      others.push(block);
      continue;
    }
    if (best) others.push(best.block);
    best = { found: { ...moved(found, stretch), what: `a block of Markdown: ${found.what}` }, block };
  }
  if (!best) return undefined;
  const textOf = ({ from, to }: Block) => text.slice(from, to);
  const error = best.found.json && others.sort((a, b) => a.from - b.from).find((block) => isComplaint(textOf(block)));
  const complaint = best.found.complaint ?? (error && textOf(error));
  // Of all that the error catalogue has, the page says more.
  const unread = others
    .filter((block) => block !== error && !(error && isKnown(textOf(block))))
    .map(({ from }) => ({ text: "This block is not read.", at: from }));
  const notes = [...best.found.notes, ...unread];
  return { ...best.found, notes, ...(complaint !== undefined && { complaint }) };
};

interface Block {
  from: number;
  to: number;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; from: number } | undefined;
  for (const { index, 0: line, 1: fence = "", 2: info = "" } of text.matchAll(FENCE)) {
    if (!open) open = { fence, from: index + line.length + 1 };
    else if (fence.startsWith(open.fence) && info.trim() === "") {
      blocks.push({ from: open.from, to: index });
      open = undefined;
    }
    if (blocks.length === MOST_BLOCKS) break;
  }
  // A block that was copied without its end.
  if (open && open.from < text.length) blocks.push({ from: open.from, to: text.length });
  return blocks;
}
