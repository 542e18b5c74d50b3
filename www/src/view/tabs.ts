// Output or diff: a tab list as WAI-ARIA describes it, arrow keys included.

import { byId } from "../dom";

export type Tab = "output" | "diff";

const TABS: Tab[] = ["output", "diff"];

export function tabs(): { current(): Tab } {
  let current: Tab = "output";
  const select = (tab: Tab, focus = false) => {
    current = tab;
    for (const name of TABS) {
      const button = byId(`tab-${name}`);
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== tab;
    }
    if (focus) byId(`tab-${tab}`).focus();
  };
  for (const name of TABS) {
    const button = byId(`tab-${name}`);
    button.addEventListener("click", () => select(name));
    button.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? TABS.length - 1 : 0;
      const next = TABS[(TABS.indexOf(name) + step) % TABS.length];
      if (step && next) select(next, true);
    });
  }
  return { current: () => current };
}
