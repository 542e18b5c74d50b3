// An answer that comes in pieces, and what the client reads after each.

import { signal } from "@preact/signals";
import { Button } from "../../app/parts";
import { engineNow } from "../../state/session";
import * as state from "../../state/state";
import { Actions } from "../Panel";
import { useAsked } from "../useAnswer";
import { Misfits, TextBox, call } from "./parts";

const answerText = signal("");
const pieces = signal<{ chunks: string[]; issues: string[] } | { failed: string } | undefined>(undefined);
const PIECE = 80;

/** The events of a stream are its pieces; another text is split anywhere. */
function piecesOf(text: string): string[] {
  const events = text.match(/data:[^]*?(?:\r?\n\r?\n|$)/g);
  return events ?? text.match(new RegExp(`[^]{1,${PIECE}}`, "g")) ?? [];
}

export function Stream() {
  const detail = state.detail.value;
  const chunks = piecesOf(answerText.value);
  useAsked(
    () => (chunks.length > 0 ? engineNow().ask("stream", { chunks }) : undefined),
    (answer) => (pieces.value = answer),
    (failed) => (pieces.value = { failed }),
    [answerText.value, detail],
  );
  const example = () => {
    const functionCall = call.peek().trim() || `{"name": ${JSON.stringify(detail?.name ?? "")}, "args": {}}`;
    answerText.value = `data: {"candidates":[{"content":{"parts":[{"text":"I will call it."}]}}]}\n\ndata: {"candidates":[{"content":{"parts":[{"functionCall":${oneLine(functionCall)}}]}}]}\n\n`;
  };
  const answer = pieces.value;
  const read = answer && "chunks" in answer && chunks.length > 0 ? answer.chunks : [];
  return (
    <div class="call two">
      <TextBox
        label="Response stream"
        text={answerText.value}
        change={(next) => (answerText.value = next)}
      >
        <Button onClick={example}>Generate from call</Button>
      </TextBox>
      <div class="call-result" aria-live="polite">
        <Actions text={() => read.join("")} stale={read.length === 0} file="answer.txt">
          <h3>Restored, chunk by chunk</h3>
        </Actions>
        {answer && "failed" in answer && <p class="misfit">{answer.failed}</p>}
        {read.length > 0 && (
          <ol class="pieces">
            {read.map((text, index) => (
              <li key={index}>
                <span class="quiet">
                  {index < chunks.length ? `after ${chunks[index]?.length} characters` : "at the end"}
                </span>
                <pre>{text || "nothing yet"}</pre>
              </li>
            ))}
          </ol>
        )}
        {answer && "issues" in answer && <Misfits texts={answer.issues} />}
      </div>
    </div>
  );
}

/** Line ends in JSON are between values: without them it is the same. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ");
