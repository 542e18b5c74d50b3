// The tabs, and the contents of the selected one. Tabs that are seldom used are loaded on demand.

import type { ComponentType } from "preact";
import { TABS, type Tab } from "../state/choices";
import * as state from "../state/state";
import { Picture } from "../tabs/Picture";
import { later } from "./Later";

const NAMES: Record<Tab, string> = {
  picture: "Parameters",
  declaration: "Declaration",
  diff: "Diff",
  request: "Request",
  call: "Call",
  report: "Report",
  targets: "Targets",
};

const tab = (load: () => Promise<ComponentType>) => later(load, "Loading…");

const PANELS: Record<Tab, ComponentType> = {
  picture: Picture,
  declaration: tab(() => import("../tabs/Declaration").then(({ Declaration }) => Declaration)),
  diff: tab(() => import("../tabs/Diff").then(({ Diff }) => Diff)),
  request: tab(() => import("../tabs/Request").then(({ Request }) => Request)),
  call: tab(() => import("../tabs/call/Call").then(({ Call }) => Call)),
  report: tab(() => import("../tabs/Report").then(({ Report }) => Report)),
  targets: tab(() => import("../tabs/Targets").then(({ Targets }) => Targets)),
};

export function Result() {
  const chosen = state.tab.value;
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: TABS.length - 1 };
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? TABS.length - 1
          : (TABS.indexOf(chosen) + (steps[event.key] ?? NaN)) % TABS.length;
    const next = TABS[to];
    if (!next) return;
    event.preventDefault();
    state.tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  const Panel = PANELS[chosen];
  return (
    <div class="views">
      <div role="tablist" aria-label="Result as" class="tabs" onKeyDown={move}>
        {TABS.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls="panel"
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => (state.tab.value = id)}
          >
            {NAMES[id]}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} data-stale={state.stale.value} tabIndex={0}>
        {state.detail.value ? (
          <Panel />
        ) : (
          <p class="quiet">Paste a tool to see what changes in each parameter.</p>
        )}
      </div>
    </div>
  );
}
