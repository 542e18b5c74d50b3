// Shared by the three kinds of calls: the present call, the box for a text, and what did not fit.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Prose } from "../../app/parts";
import type { RestoredCall } from "../../engine/protocol";

export const call = signal("");
export const restored = signal<RestoredCall | { failed: string } | undefined>(undefined);

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

export const Misfits = ({ texts }: { texts: string[] }) => (
  <>
    {texts.map((text) => (
      <p key={text} class="misfit">
        <Prose text={text} />
      </p>
    ))}
  </>
);
