// A modal dialog of the browser's own: focus goes in, Escape closes it, focus returns.

import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import * as state from "../state/state";
import { Button } from "../app/parts";

export function Dialog({
  id,
  title,
  children,
}: {
  id: NonNullable<state.Dialog>;
  title: string;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const open = state.dialog.value === id;
  useEffect(() => {
    if (open) element.current?.showModal();
    else element.current?.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      aria-labelledby={`dialog-${id}`}
      onClose={() => state.dialog.peek() === id && (state.dialog.value = undefined)}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {open && (
        <div class="dialog">
          <div class="bar">
            <h2 id={`dialog-${id}`}>{title}</h2>
            <Button onClick={() => element.current?.close()}>Close</Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
