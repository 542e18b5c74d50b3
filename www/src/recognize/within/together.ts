// Several documents in one text: the tools of all are one list, and whatever else is not read is named.

import { type Note, noteOn, type Recognized, unknownTools } from "../recognized";
import { jsonValue } from "../value/json";
import { print } from "../value/print";
import { shapeOf } from "../value/shape";
import { joined } from "../value/tools";
import { placed, type Value } from "../value/value";

/** A document that was found from there on. */
export interface Piece {
  found: Recognized;
  at: number;
}

/** The tools of all with the first error among them, or else the first document; with notes on the text around them. */
export function together(pieces: Piece[], around: Note[] = []): Recognized | undefined {
  const withTools = pieces.flatMap((piece) => {
    const value = toolsIn(piece.found);
    return value ? [{ ...piece, value }] : [];
  });
  const [tools, ...others] = withTools.map(({ value }) => value);
  const errors = tools ? pieces.filter(({ found }) => found.complaint !== undefined) : [];
  const read = tools ? withTools : pieces.slice(0, 1);
  const [first] = read;
  if (!first) return undefined;
  const places = new Set([...read, ...errors].map(({ at }) => at));
  const unread = pieces.filter(({ at }) => !places.has(at));
  const notes = [
    ...around,
    ...read.flatMap(({ found }) => found.notes),
    ...unread.flatMap(({ found, at }) => (isUnknown(found) ? unknownTools(found) : [{ text: UNREAD, at }])),
  ];
  const steps = [first, ...pieces.filter(({ found }) => isUnknown(found))].map(({ found }) => found.steps);
  const complaint = errors[0]?.found.complaint;
  const found = {
    ...first.found,
    ...(complaint !== undefined && { complaint }),
    notes,
    // Several literals lead to the same step.
    steps: steps.find((each) => each.length > 0) ?? [],
  };
  const list = tools && joined([tools, ...others]);
  if (!list || list.value === tools) return found;
  const what = `${found.what}, in ${read.length} places`;
  return { ...found, what, json: print(list.value), notes: [...notes, ...noteOn(list.lost)] };
}

const isUnknown = (found: Recognized): boolean => unknownTools(found).length > 0;

const UNREAD = "The JSON that begins here is not read.";

/** The note on a text that is too long to be read to its end. */
export const unreadFrom = (at: number): Note => ({ text: "The text is not read from here on: it is too long.", at });

/** What was read as a value with places in the text, where it has tools. */
export function toolsIn({ json }: Recognized): Value | undefined {
  const value = json && jsonValue(json.text);
  return value && shapeOf(value) === "tools" ? placed(value, json.origin) : undefined;
}
