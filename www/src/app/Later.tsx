// Parts of the page that are loaded when they are wanted.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as state from "../state/state";

/** What is said where it could not be. */
export const NOT_LOADED =
  "This part of the page could not be loaded. Check the connection, or reload the page for its newest version.";

/** What is loaded, once it is wanted; until it is there, nothing. */
export function useLater(wanted: boolean, load: () => Promise<ComponentType>): ComponentType | undefined {
  const [loaded, tell] = useState<{ part?: ComponentType }>({});
  useEffect(() => {
    if (!wanted || loaded.part) return;
    load().then(
      (part) => tell({ part }),
      () => (state.notice.value = NOT_LOADED),
    );
  }, [wanted]);
  return loaded.part;
}
