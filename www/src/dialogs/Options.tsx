// Everything that can be chosen besides target and mode: how `auto` chooses, what a target of one's own takes less,
// and which rules are off.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button, Picker } from "../app/parts";
import type { Choices } from "../engine/protocol";
import { rules } from "../findings/rules";
import { ALLOWED, STANDARD, isValid } from "../state/choices";
import * as state from "../state/state";
import { Dialog } from "./Dialog";

const set = (change: Partial<Choices>) => {
  const next = { ...state.choices.value, ...change };
  const known = Object.entries(next).filter(
    ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  state.choices.value = Object.fromEntries(known) as unknown as Choices;
};

interface FieldProps {
  label: string;
  option: keyof typeof ALLOWED;
  value: string | number;
  /** The value that a text stands for. */
  read: (text: string) => unknown;
  placeholder?: string;
  inputMode?: "numeric";
}

/**
 * A field that keeps what is being typed until it is entered: a result that arrives meanwhile renders the dialog. What
 * the option does not allow stays in the field.
 */
function Field({ label, option, value, read, ...rest }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  const [isRejected, reject] = useState(false);
  const enter = (text: string) => {
    const given = text === "" ? undefined : read(text);
    const isFine = given === undefined || isValid(option, given);
    reject(!isFine);
    if (!isFine) return;
    set({ [option]: given });
    setTyped(undefined);
  };
  return (
    <>
      <label class="field">
        {label}{" "}
        <input
          {...rest}
          value={typed ?? value}
          aria-invalid={isRejected}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => enter(event.currentTarget.value.trim())}
        />
      </label>
      {isRejected && (
        <p class="notice" role="alert">
          Not used. Allowed is {ALLOWED[option]}.
        </p>
      )}
    </>
  );
}

export function Options() {
  const { choices } = state;
  const { target, mode } = choices.value;
  const [resets, reset] = useState(0);
  return (
    <Dialog id="options" title="Options">
      {state.progress.value.kind === "failed" && (
        <p class="notice" role="alert">
          {state.progress.value.message}
        </p>
      )}
      <div class="options" key={resets}>
        <Schemas />
        <Failure />
        <Choice />
        <CustomTarget />
        <Rules />
      </div>
      <p>
        <Button
          onClick={() => {
            choices.value = { ...STANDARD, target, mode };
            reset(resets + 1);
          }}
        >
          Reset options
        </Button>
      </p>
    </Dialog>
  );
}

function Schemas() {
  const { role, hints } = state.choices.value;
  return (
    <fieldset>
      <legend>Schemas</legend>
      <Picker
        label="Describe"
        value={role ?? "arguments"}
        options={[
          ["arguments", "the arguments of a call"],
          ["response", "the model's response, of any type"],
        ]}
        choose={(value) => set({ role: value === "response" ? "response" : undefined } as Partial<Choices>)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={hints ?? true}
          onChange={(event) => set({ hints: event.currentTarget.checked ? undefined : false } as Partial<Choices>)}
        />{" "}
        Hints: descriptions state the constraints that are removed
      </label>
    </fieldset>
  );
}

function Failure() {
  const { onError } = state.choices.value;
  return (
    <fieldset>
      <legend>If a tool cannot be converted</legend>
      <Picker
        label="On error"
        value={onError ?? "keep-going"}
        options={[
          ["keep-going", "declare as much as possible"],
          ["omit", "omit it"],
          ["throw", "no output"],
        ]}
        choose={(value) => set({ onError: value === "keep-going" ? undefined : value } as Partial<Choices>)}
      />
    </fieldset>
  );
}

function Choice() {
  const { surface, model } = state.choices.value;
  return (
    <fieldset>
      <legend>
        How the target <code>auto</code> chooses
      </legend>
      <Picker
        label="API"
        value={surface ?? "gemini-api"}
        options={[
          ["gemini-api", "Gemini API"],
          ["vertex-ai", "Vertex AI"],
          ["live", "Live API"],
          ["gateway", "a gateway"],
        ]}
        choose={(value) => set({ surface: value as NonNullable<Choices["surface"]> })}
      />
      <Field label="Model" option="model" value={model ?? ""} placeholder="gemini-2.5-flash" read={String} />
    </fieldset>
  );
}

function CustomTarget() {
  const { typeCase, maxDepth, maxName, drop, target } = state.choices.value;
  return (
    <fieldset>
      <legend>Custom target based on {target}</legend>
      <Field
        label="Rejected keywords"
        option="drop"
        value={(drop ?? []).join(", ")}
        placeholder="title, default"
        read={(text) => text.split(/[\s,]+/).filter(Boolean)}
      />
      <Field label="Maximum nesting depth" option="maxDepth" inputMode="numeric" value={maxDepth ?? ""} read={Number} />
      <Field
        label="Maximum length of a function name"
        option="maxName"
        inputMode="numeric"
        value={maxName ?? ""}
        placeholder="8 or more"
        read={Number}
      />
      <Picker
        label="Case of types"
        value={typeCase ?? ""}
        options={[
          ["", "as in the target"],
          ["lower", "lower case"],
          ["upper", "upper case"],
        ]}
        choose={(value) => set({ typeCase: value || undefined } as Partial<Choices>)}
      />
    </fieldset>
  );
}

const query = signal("");

function Rules() {
  const [all, show] = useState<{ code: string; title: string }[]>([]);
  useEffect(
    () =>
      void rules()
        .then(show)
        .catch(() => {}),
    [],
  );
  const off = state.choices.value.disable ?? [];
  const wanted = query.value.toLowerCase();
  const toggle = (code: string) =>
    set({ disable: off.includes(code) ? off.filter((other) => other !== code) : [...off, code] });
  return (
    <fieldset>
      <legend>Enabled rules</legend>
      <input
        type="search"
        aria-label="Search rules"
        placeholder="Search"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <div class="rule-list" tabIndex={0} role="group" aria-label="Rules">
        {all
          .filter(({ code, title }) => `${code} ${title}`.toLowerCase().includes(wanted))
          .map(({ code, title }) => (
            <label key={code} class="check">
              <input type="checkbox" checked={!off.includes(code)} onChange={() => toggle(code)} /> {code} {title}
            </label>
          ))}
      </div>
    </fieldset>
  );
}
