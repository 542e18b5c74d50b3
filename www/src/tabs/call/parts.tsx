// Shared by the three kinds of calls: the present call, and the box for a text.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { RestoredCall } from "../../engine/protocol";

export const call = signal("");
export const restored = signal<RestoredCall | { failed: string } | undefined>(undefined);

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function TextBox({
  label,
  text,
  change,
  children,
}: {
  label: string;
  text: string;
  change(text: string): void;
  children?: ComponentChildren;
}) {
  return (
    <div class="text-box">
      <div class="bar">
        <h3>
          <label for={`box-${label}`}>{label}</label>
        </h3>
        <span class="actions">{children}</span>
      </div>
      <textarea
        id={`box-${label}`}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
