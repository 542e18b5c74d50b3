// The example that is shown, as long as nobody changes its text.

import { batch, computed, signal } from "@preact/signals";
import { EXAMPLES } from "../examples/index";
import { put } from "./session";
import { notice, text } from "./state";

const opened = signal({ id: "", text: "" });

/** Its id; empty for a text of one's own. */
export const shownExample = computed(() => (opened.value.text === text.value ? opened.value.id : ""));

/** Rejects where there is none of that id, or where it cannot be loaded. */
export async function openExample(id: string): Promise<void> {
  const example = EXAMPLES.find((example) => example.id === id);
  if (!example) throw new Error("there is no example of that name");
  showExample(id, example.title, await example.text());
}

/** The same for a menu: where it cannot be loaded, that is said. */
export function tryExample(id: string): void {
  void openExample(id).catch(() => {
    notice.value = "This example could not be loaded. Check the connection and try again.";
  });
}

export function showExample(id: string, title: string, text: string): void {
  batch(() => {
    put(text, `Example: ${title}`, { example: true });
    opened.value = { id, text };
  });
}
