// The state that survives a reload: the text, the options, the appearance.

import { effect } from "@preact/signals";
import { checked } from "../share/codec";
import { restore, shared } from "../share/session";
import { split } from "./layout";
import * as state from "./state";

const DRAFT = "lapidary:draft";
const LOOK = "lapidary:look";
/** Beyond this the browser's storage would be full. */
const MOST_CHARACTERS = 500_000;
/** What is kept instead of such a text. */
const TOO_LONG = "too long";
const PAUSE = 400;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the page works without it.
  }
}

export function restoreLook(): void {
  try {
    const { theme, width } = JSON.parse(read(LOOK) ?? "{}") as { theme?: unknown; width?: unknown };
    if (theme === "light" || theme === "dark") state.theme.value = theme;
    if (typeof width === "number" && width >= 20 && width <= 70) split.value = width;
  } catch {
    // Something else wrote there.
  }
  effect(() => {
    const theme = state.theme.value;
    document.documentElement.dataset["theme"] = theme;
    write(LOOK, JSON.stringify({ theme, width: split.value }));
  });
}

/** Whether there was a draft. */
export function restoreDraft(): boolean {
  const draft = read(DRAFT);
  if (!draft) return false;
  if (draft === TOO_LONG) {
    state.notice.value = `Your last text is longer than ${MOST_CHARACTERS.toLocaleString("en")} characters and was not kept.`;
    write(DRAFT, "");
    return false;
  }
  try {
    // That a link could not be opened is still to be read.
    const said = state.notice.peek();
    restore(checked(draft), "Your last text");
    state.notice.value = said;
    return true;
  } catch {
    return false;
  }
}

/** Keeps the draft from now on. */
export function keepDraft(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = true;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { length } = state.text.peek();
    write(DRAFT, length > MOST_CHARACTERS ? TOO_LONG : JSON.stringify(shared()));
  };
  effect(() => {
    void [state.text.value, state.choices.value, state.tab.value, state.toolIndex.value];
    if (first) {
      first = false;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  });
  // What was chosen just before a reload.
  window.addEventListener("pagehide", () => timer !== undefined && keep());
}
