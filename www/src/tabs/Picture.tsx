// The default view: the tool's parameters, before and after in one.

import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, CopyButton, Segments, download } from "../app/parts";
import { pictureAsMarkdown } from "../picture/markdown";
import { MARKS, markOf } from "../picture/marks";
import { type Row, each } from "../picture/row";
import { moveTo, selectRow, toggle } from "../state/select";
import * as state from "../state/state";
import { Happened } from "./Happened";
import { RowDetail } from "./RowDetail";
import { count } from "../words";

/** More rows than that at once would hold up the page. */
const STEP = 200;

export function Picture() {
  const detail = state.detail.value;
  const all = state.visibleRows.value;
  const [limit, setLimit] = useState(STEP);
  useEffect(() => setLimit(STEP), [detail?.name]);
  if (!detail) return null;
  const rows = all.slice(0, Math.max(limit, all.findIndex(({ id }) => id === state.selectedRow.value) + 1));
  return (
    <>
      <div class="bar">
        <Segments
          label="Parameters to show"
          value={state.onlyChanges.value ? "changed" : "all"}
          options={[
            ["all", "All parameters"],
            ["changed", "Changed parameters"],
          ]}
          choose={(id) => (state.onlyChanges.value = id === "changed")}
        />
        <span class="actions">
          {foldable(detail.picture).length > 0 && (
            <>
              <Button label="Unfold all" onClick={() => (state.folded.value = new Set())}>
                Unfold
              </Button>
              <Button
                label="Fold all"
                onClick={() => (state.folded.value = new Set(foldable(detail.picture)))}
              >
                Fold
              </Button>
            </>
          )}
          <Legend />
          <CopyButton text={() => pictureAsMarkdown(detail.picture)} />
          <Button onClick={() => download(`${detail.name || "schema"}.md`, pictureAsMarkdown(detail.picture))}>
            Download
          </Button>
        </span>
      </div>
      {detail.picture.children.length === 0 && <p class="quiet">This tool takes no parameters.</p>}
      {detail.picture.children.length > 0 && rows.length === 0 && (
        <p class="quiet">Only notation changed, such as the case of types.</p>
      )}
      {rows.length > 0 && <Grid rows={rows} />}
      {rows.length < all.length && (
        <p>
          <Button onClick={() => setLimit(rows.length + STEP)}>Show more</Button>{" "}
          <span class="quiet">{count(all.length - rows.length, "further row")}</span>
        </p>
      )}
      {detail.cut && (
        <p class="quiet">
          Only the first {count(detail.counts.parameters, "parameter")} are shown: the findings below and the tab Report
          are complete.
        </p>
      )}
      <Whole root={detail.picture} />
    </>
  );
}

const foldable = (root: Row) =>
  [...each(root)].filter((row) => row !== root && row.children.length > 0).map(({ id }) => id);

function Grid({ rows }: { rows: Row[] }) {
  const selected = state.selectedRow.value;
  const current = rows.find(({ id }) => id === selected) ?? rows[0];
  return (
    <table
      role="treegrid"
      class="picture"
      aria-label="Parameters, before and after"
      onKeyDown={(event) => keys(event, rows, current)}
    >
      <thead>
        <tr role="row">
          {["Parameter", "Type", "Required", "Limits", "Change"].map((title) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <Line row={row} selected={row.id === selected} current={row === current} />
            {row.id === state.openRow.value && (
              <tr role="row" aria-level={row.level} class="detail">
                <td role="gridcell" colSpan={5}>
                  <RowDetail row={row} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Line({ row, selected, current }: { row: Row; selected: boolean; current: boolean }) {
  const { id, name, level, children, before, after, parameter } = row;
  const folded = state.folded.value.has(id);
  const shown = folded ? row.worst : row.mark;
  const side = before ?? after;
  return (
    <tr
      role="row"
      aria-level={level}
      aria-selected={selected}
      tabIndex={current ? 0 : -1}
      id={`row-${id}`}
      class={`line mark-${shown}`}
      {...(children.length > 0 && { "aria-expanded": !folded })}
      onClick={() => selectRow(state.openRow.peek() === id ? undefined : id)}
    >
      <td role="gridcell" class="name" data-level={Math.min(level, 12)}>
        {children.length > 0 ? (
          <span
            class="fold"
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation();
              toggle(id);
            }}
          >
            {folded ? "▸" : "▾"}
          </span>
        ) : (
          <span class="fold" aria-hidden="true" />
        )}
        <span class={parameter ? "parameter" : "alternative"}>{name || <i class="quiet">no name</i>}</span>
      </td>
      <td role="gridcell" class="type">
        <Change before={before?.type} after={after?.type} />
      </td>
      <td role="gridcell" class="required">
        {parameter && (side?.required ? "required" : <span class="quiet">optional</span>)}
      </td>
      <td role="gridcell" class="limits">
        <Limits before={before?.limits} after={after?.limits} />
      </td>
      <td role="gridcell" class="happened">
        <Happened row={row} mark={shown} />
      </td>
    </tr>
  );
}

/** The old text, and the new one if it differs. */
function Change({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === undefined || after === undefined || before === after) return <>{before || after}</>;
  return (
    <>
      {before && (
        <>
          <del>{before}</del>{" "}
        </>
      )}
      {after && (
        <>
          <span class="arrow" role="img" aria-label="becomes">
            →
          </span>{" "}
          <ins>{after}</ins>
        </>
      )}
    </>
  );
}

/** The constraints: kept, removed and added ones. */
function Limits({ before = [], after = before }: { before: string[] | undefined; after: string[] | undefined }) {
  const gone = before.filter((limit) => !after.includes(limit));
  const come = after.filter((limit) => !before.includes(limit));
  return (
    <>
      {before
        .filter((limit) => after.includes(limit))
        .map((limit) => (
          <span key={limit} class="limit">
            {limit}
          </span>
        ))}
      {gone.map((limit) => (
        <del key={limit} class="limit">
          {limit}
        </del>
      ))}
      {come.map((limit) => (
        <ins key={limit} class="limit">
          {limit}
        </ins>
      ))}
    </>
  );
}

/** The findings about the tool as a whole. */
function Whole({ root }: { root: Row }) {
  const { mark, issues } = root;
  const [open, setOpen] = useState(false);
  if (issues.length === 0) return null;
  return (
    <details class="whole" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={`sign mark-${mark}`} aria-hidden="true">
          {markOf(mark).sign}
        </span>{" "}
        The whole tool: {count(issues.length, "finding")}
      </summary>
      {open && <RowDetail row={root} />}
    </details>
  );
}

function Legend() {
  return (
    <details class="legend">
      <summary class="button">Legend</summary>
      <dl>
        {MARKS.map(({ id, sign, word, means }) => (
          <div key={id}>
            <dt class={`mark-${id}`}>
              <span class="sign" aria-hidden="true">
                {sign}
              </span>{" "}
              {word}
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function keys(event: KeyboardEvent, rows: Row[], current: Row | undefined): void {
  if (!current || (event.target as Element).closest(".detail")) return;
  const at = rows.indexOf(current);
  const folded = state.folded.peek().has(current.id);
  const parent = rows.slice(0, at).findLast(({ level }) => level < current.level);
  const goto: Record<string, Row | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    Home: rows[0],
    End: rows.at(-1),
    ArrowRight: !folded && current.children.length > 0 ? rows[at + 1] : undefined,
    ArrowLeft: folded || current.children.length === 0 ? parent : undefined,
  };
  const next = goto[event.key];
  if (next) {
    event.preventDefault();
    moveTo(next.id);
    document.getElementById(`row-${next.id}`)?.focus();
  } else if (
    (event.key === "ArrowRight" && folded) ||
    (event.key === "ArrowLeft" && !folded && current.children.length > 0)
  ) {
    event.preventDefault();
    toggle(current.id);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (state.openRow.peek() === current.id) state.openRow.value = undefined;
    else selectRow(current.id);
  }
}
