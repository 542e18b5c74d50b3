// A table whose rows are chosen, with a pointer or with arrows and Enter; the first of many rows, and more on demand.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../app/parts";
import { count } from "../words";
import "../style/plain.css";

/** More rows than that at once would hold up the page. */
const STEP = 100;
const PAGE = 10;

export interface Column {
  id: string;
  title: ComponentChildren;
  kind?: string;
  /** The summary of all rows, in the foot of the column. */
  total?: ComponentChildren;
}

interface Props<Row> {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  cells(row: Row): ComponentChildren[];
  choose(row: Row): void;
  isCurrent?(row: Row): boolean;
  /** The noun for a row, in messages. */
  thing: string;
}

/** The row that has the focus, and the keys that move it and choose the row. */
function useRows<Row>(rows: readonly Row[], choose: (row: Row) => void) {
  const [focused, focus] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  // A row that is gone to is not behind the head, which stays in sight.
  useLayoutEffect(() => {
    const table = body.current?.closest("table");
    table?.parentElement?.style.setProperty("scroll-padding-block-start", `${table.tHead?.offsetHeight ?? 0}px`);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    const steps: Record<string, number> = {
      ArrowDown: focused + 1,
      ArrowUp: focused - 1,
      PageDown: focused + PAGE,
      PageUp: focused - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const to = Math.min(rows.length - 1, Math.max(0, step));
      focus(to);
      body.current?.rows[to]?.focus();
    } else if (row !== undefined && (event.key === "Enter" || event.key === " ")) choose(row);
    else return;
    event.preventDefault();
  };
  return { body, focused, focus, onKeyDown };
}

const Head = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map(({ id, title, kind = "" }) => (
        <th key={id} scope="col" class={kind}>
          {title}
        </th>
      ))}
    </tr>
    {columns.some(({ total }) => total !== undefined) && (
      <tr>
        {columns.map(({ id, total, kind = "" }) => (
          <td key={id} class={kind}>
            {total}
          </td>
        ))}
      </tr>
    )}
  </thead>
);

export function Table<Row>({ label, columns, rows, cells, choose, isCurrent = () => false, thing }: Props<Row>) {
  const [limit, extend] = useState(STEP);
  const shown = rows.slice(0, limit);
  const { body, focused, focus, onKeyDown } = useRows(shown, choose);
  return (
    <div class="scroll">
      <table role="grid" class="plain" aria-label={label}>
        <Head columns={columns} />
        <tbody ref={body} onKeyDown={onKeyDown}>
          {shown.map((row, at) => {
            const found = cells(row);
            return (
              <tr
                key={at}
                tabIndex={at === focused ? 0 : -1}
                aria-selected={isCurrent(row)}
                onFocus={() => focus(at)}
                onClick={() => choose(row)}
              >
                {columns.map(({ id, kind = "" }, nth) =>
                  nth === 0 ? (
                    <th key={id} scope="row" class={kind}>
                      {found[nth]}
                    </th>
                  ) : (
                    <td key={id} class={kind}>
                      {found[nth]}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p class="quiet">No {thing} matches.</p>}
      {rows.length > limit && (
        <p>
          <Button onClick={() => extend(limit + STEP)}>Show more</Button>{" "}
          <span class="quiet">{count(rows.length - limit, `further ${thing}`)}</span>
        </p>
      )}
    </div>
  );
}
