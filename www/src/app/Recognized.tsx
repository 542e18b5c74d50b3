// For a text that is not JSON for the engine: how it was read, or what to do with it.

import type { Reading } from "../recognize/reading";
import { put, showAsJson } from "../state/session";
import * as state from "../state/state";
import { count } from "../words";
import { Button, CopyButton, Prose } from "./parts";

const MOST_NOTES = 8;

/** Below the text that was read as JSON, and stays as it is until somebody wants the JSON. */
export function ReadFrom() {
  const reading = state.overview.value?.reading;
  if (!reading) return null;
  return (
    <div class="reading">
      <Button onClick={() => void showAsJson()}>Show as JSON</Button>
      <Notes notes={reading.notes.filter(({ unknown }) => unknown !== "tool")} />
    </div>
  );
}

/** In the verdict's place, for what is neither tools nor a schema. */
export function Other() {
  const reading = state.other.value;
  if (!reading) return null;
  return (
    <>
      <p class="headline">
        <span class="sign" aria-hidden="true">
          ○
        </span>
        <span id="verdict">This is {reading.what}.</span>
      </p>
      <Notes notes={reading.notes} />
      <Steps steps={reading.steps} />
    </>
  );
}

/** The tools of a program that are omitted, beside those that are read, and how to get them. */
export function Unknown() {
  const reading = state.overview.value?.reading;
  if (!reading) return null;
  return (
    <section class="unknown" aria-label="Unknown schemas">
      <p class="headline">
        <span class="sign" aria-hidden="true">
          ○
        </span>
        <span>Schema unknown</span>
      </p>
      <Notes notes={reading.notes.filter(({ unknown }) => unknown === "tool")} />
      <Steps steps={reading.steps} />
    </section>
  );
}

const Steps = ({ steps }: Pick<Reading, "steps">) => (
  <ul class="steps">
    {steps.map(({ text, command }) => (
      <li key={`${text}${command}`}>
        <Prose text={text} />
        {command !== undefined && (
          <div class="command">
            <code>{command}</code> <CopyButton text={() => command}>Copy</CopyButton>
          </div>
        )}
      </li>
    ))}
  </ul>
);

function Notes({ notes }: Pick<Reading, "notes">) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.slice(0, MOST_NOTES).map(({ text, line }) => (
        <li key={`${line}${text}`}>
          {line !== undefined && <span class="quiet">Line {line.toLocaleString("en")}: </span>}
          <Prose text={text} />
        </li>
      ))}
      {notes.length > MOST_NOTES && <li class="quiet">{count(notes.length - MOST_NOTES, "further note")}.</li>}
    </ul>
  );
}

/** A correction of broken JSON: offered, never applied unasked. */
export function Correction() {
  const correction = state.overview.value?.reading?.correction;
  if (!correction) return null;
  const { lines, count: all, text } = correction;
  return (
    <div class="correction">
      <ul class="notes">
        {lines.map(({ line, before, after }) => (
          <li key={line}>
            <span class="quiet">Line {line.toLocaleString("en")}: </span>
            <del>{before}</del>{" "}
            <span class="arrow" role="img" aria-label="becomes">
              →
            </span>{" "}
            <ins>{after}</ins>
          </li>
        ))}
        {all > lines.length && <li class="quiet">{count(all - lines.length, "further line")}.</li>}
      </ul>
      <Button onClick={() => put(text, state.origin.peek(), { keepComplaint: true })}>Correct the JSON</Button>
    </div>
  );
}
