// Another target or mode for the document: the field for JSON Schema of the same API, then round-trip mode. One that
// loses nothing is offered where something is lost, and one that is much smaller where it loses no more, as
// `lapidary check` does.

import { isUnchanged, isWhole, outcomeOf } from "../survey/order";
import { tokens } from "../words";
import * as engine from "./api";
import { type Document, declaredName, line, sizes } from "./document";
import type { Offer } from "./protocol";

/** A target whose schemas are so many times smaller is offered, if that saves so many tokens. */
const TIMES = 3;
const SAVED = 500;
/** Of larger documents, several answers take too long for a line that nobody asked for. */
const MOST_CHARACTERS = 1_000_000;

export function offer(document: Document): Offer | undefined {
  if (document.text.length > MOST_CHARACTERS || document.result.tools.length === 0) return undefined;
  const now = tally(document);
  for (const { choose, requires } of alternatives(document.choices)) {
    const then = tally(document.with({ ...document.choices, ...choose }));
    const gain = gainOf(now, then);
    if (gain) return { choose, requires, gain, tools: now.tools, tokens: [now.tokens, then.tokens] };
  }
  return undefined;
}

function alternatives({ target: id, mode }: engine.Choices): Pick<Offer, "choose" | "requires">[] {
  const targets = engine.targets();
  const field = targets.find((target) => target.id === targets.find((own) => own.id === id)?.alternative);
  return [
    ...(field ? [{ choose: { target: field.id }, requires: field.requires }] : []),
    ...(mode === "drop-in" ? [{ choose: { mode: "round-trip" as const }, requires: "calls have to be restored" }] : []),
  ];
}

/** The outcomes of the tools, added up. */
export interface Tally {
  tools: number;
  unchanged: number;
  whole: number;
  tokens: number;
}

function tally(document: Document): Tally {
  const [{ tools }, schemas, declared] = [document.result, document.allSchemas(), document.declaredNames()];
  const outcomes = tools.map((tool) =>
    outcomeOf({
      ...line(tool),
      leftOut: !declared.has(declaredName(tool)),
      counts: { emptied: tool.emptied.length },
    }),
  );
  return {
    tools: tools.length,
    unchanged: outcomes.filter(isUnchanged).length,
    whole: outcomes.filter(isWhole).length,
    tokens: schemas.reduce((sum, schema) => sum + tokens(sizes(schema).after), 0),
  };
}

export function gainOf(now: Tally, then: Tally): Offer["gain"] | undefined {
  if (now.whole < now.tools && then.whole === then.tools)
    return then.unchanged === then.tools ? "unchanged" : "whole";
  const isSmall = now.tokens >= TIMES * then.tokens && now.tokens - then.tokens >= SAVED;
  return isSmall && then.whole >= now.whole ? "smaller" : undefined;
}
