// The small parts that everything is made of.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

/** Text in which `code` between backticks is the only markup. */
export function Prose({ text }: { text: string }) {
  return (
    <>{text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

interface ButtonProps {
  onClick(): void;
  children: ComponentChildren;
  label?: string;
  id?: string;
  quiet?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  primary?: boolean;
}

export function Button({ onClick, children, label, id, quiet, disabled, pressed, primary }: ButtonProps) {
  const kind = ["button", quiet && "quiet-button", primary && "primary"].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={kind}
      onClick={onClick}
      disabled={disabled ?? false}
      {...(label && { "aria-label": label, title: label })}
      {...(id && { id })}
      {...(pressed !== undefined && { "aria-pressed": pressed })}
    >
      {children}
    </button>
  );
}

interface PickerProps {
  label: string;
  value: string;
  options: (readonly [value: string, text: string])[];
  choose(value: string): void;
  id?: string;
  describedBy?: string;
  /** Whether the label is for screen readers alone. */
  bare?: boolean;
}

export function Picker({ label, value, options, choose, id, describedBy, bare }: PickerProps) {
  return (
    <label class="picker">
      <span class={bare ? "hidden" : ""}>{label}</span>
      <select
        {...(id && { id })}
        {...(describedBy && { "aria-describedby": describedBy })}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map(([id, text]) => (
          <option key={id} value={id} selected={id === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const SAID_FOR = 1_500;

/** Copies what `text` gives; where the browser does not allow it, the text is offered as a selection. */
export function CopyButton({
  text,
  children = "Copy",
  done = "Copied",
  disabled = false,
}: {
  text(): string;
  /** The message after the click. */
  done?: string;
  children?: ComponentChildren;
  disabled?: boolean;
}) {
  const [said, say] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    let answer = done;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      answer = "Not allowed: use Download";
    }
    say(answer);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(""), SAID_FOR);
  };
  return (
    <button type="button" class="button" disabled={disabled} onClick={() => void copy()}>
      <span aria-live="polite">{said || children}</span>
    </button>
  );
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

interface SegmentsProps<Id extends string> {
  label: string;
  value: Id;
  options: readonly (readonly [Id, string])[];
  choose(value: Id): void;
}

/** For what is either of the tool that is shown, or of all of them. */
export const TOOL_OR_ALL = [
  ["tool", "This tool"],
  ["all", "All tools"],
] as const;

/** One of a few, all in sight. */
export function Segments<Id extends string>({ label, value, options, choose }: SegmentsProps<Id>) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {options.map(([id, text]) => (
        <label key={id}>
          <input type="radio" name={label} value={id} checked={id === value} onChange={() => choose(id)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
