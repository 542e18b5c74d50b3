// Input and result side by side with a splitter between them, or, where there is no room, one behind the other.

import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import * as state from "../state/state";
import { split } from "../state/layout";

const [LEAST, MOST, STEP] = [20, 70, 2];

export function Panes({ input, result }: { input: ComponentChildren; result: ComponentChildren }) {
  const panes = useRef<HTMLDivElement>(null);
  useEffect(() => panes.current?.style.setProperty("--split", `${split.value}%`), [split.value]);
  const move = (to: number) => (split.value = Math.min(MOST, Math.max(LEAST, to)));
  const drag = (event: PointerEvent) => {
    const box = panes.current?.getBoundingClientRect();
    if (box && (event.currentTarget as Element).hasPointerCapture(event.pointerId))
      move(((event.clientX - box.left) / box.width) * 100);
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(split.value - STEP),
    ArrowRight: () => move(split.value + STEP),
    Home: () => move(LEAST),
    End: () => move(MOST),
  };
  return (
    <>
      <div class="sides" role="group" aria-label="What to show">
        {(["input", "result"] as const).map((id) => (
          <button
            key={id}
            type="button"
            class="button"
            aria-pressed={state.pane.value === id}
            onClick={() => (state.pane.value = id)}
          >
            {id === "input" ? "Input" : "Result"}
          </button>
        ))}
      </div>
      <div class="panes" ref={panes}>
        <section class="pane input" aria-label="Input">
          {input}
        </section>
        <div
          class="splitter"
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label="Width of the input"
          aria-valuenow={Math.round(split.value)}
          aria-valuemin={LEAST}
          aria-valuemax={MOST}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={(event) => {
            const act = keys[event.key];
            if (act) event.preventDefault();
            act?.();
          }}
        />
        <section class="pane result" aria-label="Result">
          {result}
        </section>
      </div>
    </>
  );
}
