// Parts of the page that are loaded when they are wanted.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import * as state from "../state/state";

/** A part that is loaded when it is first shown and wanted; until it is there, something is said instead. */
export function later(load: () => Promise<ComponentType>, meanwhile = "", wanted = () => true): ComponentType {
  const part = signal<ComponentType>();
  return () => {
    const now = wanted();
    useEffect(() => {
      if (!now || part.peek()) return;
      load().then(
        (loaded) => (part.value = loaded),
        () =>
          (state.notice.value =
            "This part of the page could not be loaded. Check the connection, or reload the page for its newest version."),
      );
    }, [now]);
    const Part = part.value;
    return Part ? <Part /> : meanwhile && <p class="quiet">{meanwhile}</p>;
  };
}
