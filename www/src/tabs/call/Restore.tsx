// A call of the model, and what the server gets of it.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, Prose } from "../../app/parts";
import { engineNow } from "../../state/session";
import * as state from "../../state/state";
import { Actions } from "../Panel";
import { useAsked } from "../useAnswer";
import { TextBox, call, restored } from "./parts";
import { count, message } from "../../words";

const drawnFor = signal<unknown>(undefined);
const seed = signal(1);

async function draw(sloppy: boolean): Promise<void> {
  const tool = state.toolIndex.peek();
  seed.value += 1;
  drawnFor.value = state.detail.peek();
  try {
    call.value = await engineNow().ask("draw", { tool, sloppy, seed: seed.peek() });
  } catch (error) {
    restored.value = { failed: `No call was generated: ${message(error)}` };
  }
}

export function Restore() {
  const detail = state.detail.value;
  const text = call.value;
  useEffect(() => {
    if (detail && drawnFor.peek() !== detail) void draw(false);
  }, [detail]);
  useAsked(
    () => (detail && text.trim() !== "" ? engineNow().ask("restore", { tool: detail.index, call: text }) : undefined),
    (answer) => (restored.value = answer),
    (failed) => (restored.value = { failed: `Not restored: ${failed}` }),
    [text, detail],
  );
  const answer = restored.value;
  return (
    <div class="call">
      <TextBox label="The model's call" text={text} change={(next) => (call.value = next)}>
        <Button onClick={() => void draw(false)}>Generate clean call</Button>
        <Button onClick={() => void draw(true)}>Generate sloppy call</Button>
      </TextBox>
      <div class="call-steps">
        <h3>Steps</h3>
        {answer &&
          "steps" in answer &&
          (answer.steps.length === 0 ? (
            <p class="quiet">Nothing has to be restored in this call.</p>
          ) : (
            <ol>
              {answer.steps.map(({ path, text }, index) => (
                <li key={index}>
                  {path && (
                    <>
                      <code>{path}</code>:{" "}
                    </>
                  )}
                  {text}
                </li>
              ))}
            </ol>
          ))}
        {answer &&
          "misfits" in answer &&
          answer.misfits.map(({ pointer, message }) => (
            <p key={pointer + message} class="misfit">
              <code>{pointer || "arguments"}</code> not restored: <Prose text={message} />
            </p>
          ))}
      </div>
      <div class="call-result" aria-live="polite">
        {answer && "failed" in answer && <p class="notice"><Prose text={answer.failed} />.</p>}
        {answer && "args" in answer && (
          <>
            <Actions text={() => answer.args} file="arguments.json">
              <h3>What the server gets</h3>
            </Actions>
            <pre tabIndex={0} role="region" aria-label="Restored arguments">
              {answer.args}
            </pre>
            <Validity errors={answer.errors} />
          </>
        )}
      </div>
    </div>
  );
}

/** The most places that are listed. */
const SHOWN = 20;

function Validity({ errors }: { errors: { pointer: string; message: string }[] }) {
  if (errors.length === 0)
    return (
      <p class="valid">
        <span aria-hidden="true">✓</span> Valid for the original schema.
      </p>
    );
  return (
    <div class="invalid">
      <p>
        <span aria-hidden="true">✕</span> Not valid for the original schema, in {count(errors.length, "place")}:
      </p>
      <ul>
        {errors.slice(0, SHOWN).map(({ pointer, message }, index) => (
          <li key={index}>
            <code>{pointer || "arguments"}</code>: {message}
          </li>
        ))}
        {errors.length > SHOWN && <li class="quiet">and {errors.length - SHOWN} more</li>}
      </ul>
    </div>
  );
}
