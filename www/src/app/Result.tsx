// The tabs, and what is in the one that is chosen. What is seldom wanted is loaded when it is.

import { signal } from "@preact/signals";
import { type ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { TABS, type Tab } from "../state/choices";
import * as state from "../state/state";
import { Picture } from "../tabs/Picture";
import { NOT_LOADED } from "./Later";

const NAMES: Record<Tab, string> = {
  picture: "Picture",
  declaration: "Declaration",
  diff: "Diff",
  request: "Request",
  call: "Call",
  report: "Report",
  targets: "Targets",
};

const LATER: Record<Exclude<Tab, "picture">, () => Promise<ComponentType>> = {
  declaration: () => import("../tabs/Declaration").then(({ Declaration }) => Declaration),
  diff: () => import("../tabs/Diff").then(({ Diff }) => Diff),
  request: () => import("../tabs/Request").then(({ Request }) => Request),
  call: () => import("../tabs/call/Call").then(({ Call }) => Call),
  report: () => import("../tabs/Report").then(({ Report }) => Report),
  targets: () => import("../tabs/Targets").then(({ Targets }) => Targets),
};

const loaded = signal<Partial<Record<Tab, ComponentType>>>({ picture: Picture });

export function Result() {
  const { tab } = state;
  const chosen = tab.value;
  useEffect(() => {
    if (loaded.peek()[chosen] || chosen === "picture") return;
    LATER[chosen]().then(
      (panel) => (loaded.value = { ...loaded.peek(), [chosen]: panel }),
      () => (state.notice.value = NOT_LOADED),
    );
  }, [chosen]);
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
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  const Panel = loaded.value[chosen];
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
            onClick={() => (tab.value = id)}
          >
            {NAMES[id]}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} data-stale={state.stale.value} tabIndex={0}>
        {state.detail.value ? (
          Panel ? (
            <Panel />
          ) : (
            <p class="quiet">Loading…</p>
          )
        ) : (
          <p class="quiet">Here is what becomes of each parameter, once there is a tool.</p>
        )}
      </div>
    </div>
  );
}
