// The outcome of a parameter in a few words.

import { Prose } from "../app/parts";
import { type Mark, markOf } from "../picture/marks";
import type { Row } from "../picture/row";
import type { Issue } from "../engine/protocol";
import * as state from "../state/state";

const SHOWN = 2;

export function Happened({ row, mark }: { row: Row; mark: Mark }) {
  const { sign, word } = markOf(mark);
  const told = mark === row.mark ? words(row, state.detail.value?.issues ?? []) : [];
  if (row.emptied) told.push("models send it empty");
  return (
    <>
      <span class={`badge mark-${mark}`}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{" "}
        {word}
        {mark !== row.mark && " inside"}
      </span>
      {told.map((text) => (
        <span key={text} class="told">
          <Prose text={text} />
        </span>
      ))}
    </>
  );
}

/** The costs, else what stands there instead. */
function words({ mark, coded, issues }: Row, all: Issue[]): string[] {
  const own = issues.map((index) => all[index]).filter((issue) => issue !== undefined);
  const told = own.flatMap(({ severity, acceptsMore, acceptsLess, idle, fix, pattern }) => {
    if (mark === "less" || mark === "gone") return acceptsLess ? [`no longer accepts ${acceptsLess}`] : [];
    if (mark === "more") return acceptsMore && !idle ? [`also accepts ${acceptsMore}`] : [];
    if (mark === "casing" || mark === "unchanged") return [];
    if (severity === "info" || !fix) return [];
    return [fix === "removed" ? `${pattern} removed` : `now: ${fix}`];
  });
  const distinct = [...new Set(mark === "coded" && coded ? [coded] : told)];
  const more = distinct.length - SHOWN;
  return more > 0 ? [...distinct.slice(0, SHOWN), `and ${more} more`] : distinct;
}
