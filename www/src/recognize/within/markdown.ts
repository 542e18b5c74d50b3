// Blocks of code in Markdown: an issue, a chat, an answer of a model.

import { part } from "../value/places";
import { type Format, moved, type Recognized } from "../recognized";

const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n`]*)$/gm;
const MOST_BLOCKS = 50;

/** The first block that can be read, or else the first of which the page knows what it is. Others are named. */
export const markdown: Format = async (text, inner) => {
  let best: { found: Recognized; from: number } | undefined;
  const others: number[] = [];
  for (const { from, to } of blocksOf(text)) {
    const block = part(text, from, to);
    const found = best?.found.json ? undefined : await inner(block.text);
    if (!found || (best && !found.json)) {
      others.push(from);
      continue;
    }
    if (best) others.push(best.from);
    best = { found: { ...moved(found, block), what: `a block of Markdown: ${found.what}` }, from };
  }
  if (!best) return undefined;
  const unread = others.sort((a, b) => a - b).map((at) => ({ text: "This block is not read.", at }));
  return { ...best.found, notes: [...best.found.notes, ...unread] };
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
