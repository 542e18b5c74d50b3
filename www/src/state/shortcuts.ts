// Keys that the page listens to. None of them is the browser's own.

import { step } from "./select";
import * as state from "./state";

export const SHORTCUTS = [
  { keys: ["F8"], does: "next finding" },
  { keys: ["Shift", "F8"], does: "previous finding" },
  { keys: ["?"], does: "this list, outside text fields" },
  { keys: ["↑ ↓"], does: "in Parameters: another parameter" },
  { keys: ["← →"], does: "in Parameters: fold and unfold; on the splitter: move it" },
  { keys: ["Enter"], does: "in Parameters: open a parameter" },
  { keys: ["Ctrl or ⌘", "F"], does: "in the editor: search" },
  { keys: ["Esc", "Tab"], does: "leave the editor; Tab alone leaves it too" },
];

const inText = (event: KeyboardEvent) =>
  event
    .composedPath()
    .some(
      (node) =>
        node instanceof HTMLElement && (node.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName)),
    );

export function listen(): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "F8") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "?" && !inText(event)) {
      event.preventDefault();
      state.dialog.value = "shortcuts";
    }
  });
}
