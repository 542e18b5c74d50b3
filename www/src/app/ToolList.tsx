// The tools of the document, from the second one on. Only the rows in sight exist, so that a thousand cost as much as ten.

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import * as state from "../state/state";
import type { ToolLine } from "../engine/protocol";
import { chooseTool } from "../state/session";
import { Picker } from "./parts";
import { count } from "../words";

const ROW = 32;
const BEYOND = 6;
const SHOWN = 8;

const query = signal("");
const only = signal<"all" | "refused" | "changed" | "fine">("all");
const top = signal(0);

const TESTS: Record<typeof only.value, (tool: ToolLine) => boolean> = {
  all: () => true,
  refused: ({ refused }) => refused,
  changed: ({ more, less }) => more + less > 0,
  fine: ({ refused, more, less }) => !refused && more + less === 0,
};

const shown = computed(() => {
  const wanted = query.value.toLowerCase();
  return (state.overview.value?.tools ?? [])
    .map((tool, index) => ({ tool, index }))
    .filter(({ tool }) => TESTS[only.value](tool) && tool.name.toLowerCase().includes(wanted));
});

/** Shows some of the tools; one of those is the one that is shown in full. */
function show(some: typeof only.value): void {
  only.value = some;
  const [first] = shown.value;
  if (first && !shown.value.some(({ index }) => index === state.toolIndex.value)) chooseTool(first.index);
}

export function ToolList() {
  const tools = state.overview.value?.tools ?? [];
  if (tools.length < 2) return null;
  const refused = tools.filter(TESTS.refused).length;
  return (
    <div class="tools">
      <div class="bar">
        <h2>
          {count(tools.length, "tool")}{" "}
          <span class="quiet">
            {refused > 0 ? `${refused.toLocaleString("en")} rejected as written` : "all accepted"}
          </span>
        </h2>
        <span class="actions">
          <input
            type="search"
            placeholder="Search"
            aria-label="Search tools"
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
          <Picker
            bare
            label="Show"
            value={only.value}
            choose={(value) => show(value as typeof only.value)}
            options={[
              ["all", "All"],
              ["refused", "Rejected"],
              ["changed", "Looser or stricter"],
              ["fine", "Nothing lost"],
            ]}
          />
        </span>
      </div>
      {shown.value.length > 0 ? <List /> : <p class="quiet">No tool matches.</p>}
    </div>
  );
}

function List() {
  const host = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const rows = shown.value;
  const first = Math.max(0, Math.floor(top.value / ROW) - BEYOND);
  const window = rows.slice(first, first + SHOWN + 2 * BEYOND);
  const at = rows.findIndex(({ index }) => index === state.toolIndex.value);
  // Styles are set on elements: the policy forbids them in markup.
  useLayoutEffect(() => {
    if (!inner.current) return;
    inner.current.style.blockSize = `${rows.length * ROW}px`;
    inner.current.style.paddingBlockStart = `${first * ROW}px`;
  });
  // The one that is shown is in sight, whoever chose it.
  useLayoutEffect(() => {
    if (at < 0 || !host.current) return;
    const place = at * ROW;
    const { scrollTop, clientHeight } = host.current;
    if (place < scrollTop) host.current.scrollTop = place;
    else if (place + ROW > scrollTop + clientHeight) host.current.scrollTop = place + ROW - clientHeight;
  }, [at, rows.length]);
  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row) chooseTool(row.index);
  };
  const keys: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: at + SHOWN,
    PageUp: at - SHOWN,
  };
  return (
    <div
      ref={host}
      class="tool-list"
      role="listbox"
      tabIndex={0}
      aria-label="Tools"
      aria-activedescendant={at < 0 ? undefined : `tool-${state.toolIndex.value}`}
      onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
      onKeyDown={(event) => {
        const to = keys[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      }}
    >
      <div ref={inner} role="presentation">
        {window.map(({ tool, index }, place) => (
          <div
            key={index}
            id={`tool-${index}`}
            role="option"
            class="tool-row"
            aria-selected={index === state.toolIndex.value}
            aria-setsize={rows.length}
            aria-posinset={first + place + 1}
            onClick={() => chooseTool(index)}
          >
            <ToolMark tool={tool} />
            <span class="tool-name">{tool.name || "schema"}</span>
            <span class="quiet">{costs(tool)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function ToolMark({ tool: { refused, more, less, partial } }: { tool: ToolLine }) {
  if (partial)
    return (
      <span class="sign" role="img" aria-label="read in part">
        ○
      </span>
    );
  if (refused)
    return (
      <span class="sign" role="img" aria-label="rejected as written, works now">
        <span class="error">✕</span>
        <span class="quiet">→</span>
        <span class="fine">✓</span>
      </span>
    );
  const [sign, kind, words] = more + less > 0 ? ["▲", "more", "accepted, with a cost"] : ["✓", "fine", "accepted"];
  return (
    <span class="sign" role="img" aria-label={words}>
      <span class={kind}>{sign}</span>
    </span>
  );
}

function costs({ more, less }: ToolLine): string {
  return [more > 0 && `${more} looser`, less > 0 && `${less} stricter`].filter(Boolean).join(", ");
}
