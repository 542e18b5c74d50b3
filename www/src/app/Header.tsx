import * as state from "../state/state";
import { changed } from "../state/choices";
import { Button, Picker, Prose } from "./parts";
import { capital } from "../words";

const NEXT_THEME = { system: "light", light: "dark", dark: "system" } as const;

export function Header() {
  const { choices, about, theme } = state;
  const { target, mode } = choices.value;
  const targets = about.value?.targets ?? [];
  const chosen = targets.find(({ id }) => id === target);
  const options = changed(choices.value);
  return (
    <header>
      <div class="brand">
        <svg class="gem" viewBox="0 0 32 32" aria-hidden="true">
          <path d="M9 4h14l6 8-13 16L3 12z" />
          <path d="M3 12h26M9 4l4 8 3 16 3-16 4-8M13 12l3-8 3 8" class="facets" />
        </svg>
        <div>
          <h1>Lapidary</h1>
          <p>Makes MCP tools work with Gemini</p>
        </div>
      </div>
      <div class="controls">
        <Picker
          label="Target"
          value={target}
          describedBy="target-summary"
          id="target"
          options={targets.length > 0 ? targets.map(({ id }) => [id, id]) : [[target, target]]}
          choose={(id) => (choices.value = { ...choices.value, target: id })}
        />
        <fieldset class="segments" aria-describedby="mode-summary">
          <legend class="hidden">Mode</legend>
          {(["drop-in", "round-trip"] as const).map((id) => (
            <label key={id}>
              <input
                type="radio"
                name="mode"
                value={id}
                checked={mode === id}
                onChange={() => (choices.value = { ...choices.value, mode: id })}
              />
              <span>{id}</span>
            </label>
          ))}
        </fieldset>
        <Button onClick={() => (state.dialog.value = "options")}>Options{options > 0 ? ` (${options})` : ""}</Button>
        <Button onClick={() => (state.dialog.value = "share")} id="share">
          Share
        </Button>
        <a class="button wide-only" href="./docs/">
          Docs
        </a>
        <Button
          quiet
          label={`Theme: ${theme.value}. Switch to ${NEXT_THEME[theme.value]}`}
          onClick={() => (theme.value = NEXT_THEME[theme.value])}
        >
          <span aria-hidden="true">{{ system: "◐", light: "○", dark: "●" }[theme.value]}</span>
        </Button>
        <span class="wide-only">
          <Button quiet label="Keyboard shortcuts" onClick={() => (state.dialog.value = "shortcuts")}>
            ?
          </Button>
        </span>
      </div>
      <p class="choice" id="target-summary">
        {chosen && <Prose text={`${capital(chosen.summary)} (verified ${chosen.dated}). `} />}
        <span id="mode-summary">
          {mode === "drop-in"
            ? "The server gets the model's arguments unchanged."
            : "Some arguments are encoded, and calls are restored for the server."}
        </span>
      </p>
    </header>
  );
}
