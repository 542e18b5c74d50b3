// Arguments as the server takes them, as a call for the history of a chat.

import { signal } from "@preact/signals";
import { Button } from "../../app/parts";
import { engineNow } from "../../state/session";
import * as state from "../../state/state";
import { Actions } from "../Panel";
import { useAsked } from "../useAnswer";
import { Misfits, TextBox, restored } from "./parts";

const args = signal("{}");
const encoded = signal<{ text: string; misfits: string[] }>({ text: "", misfits: [] });

export function Encode() {
  const detail = state.detail.value;
  const text = args.value;
  useAsked(
    () => detail && engineNow().ask("encode", { tool: detail.index, args: text }),
    ({ call, misfits }) =>
      (encoded.value = {
        text: call,
        misfits: misfits.map(({ pointer, message }) => `${pointer || "arguments"}: ${message}`),
      }),
    (reason) => (encoded.value = { text: "", misfits: [reason] }),
    [text, detail],
  );
  const answer = restored.value;
  return (
    <div class="call two">
      <TextBox label="Arguments for the server" text={text} change={(next) => (args.value = next)}>
        {answer && "args" in answer && (
          <Button onClick={() => (args.value = answer.args)}>Use restored arguments</Button>
        )}
      </TextBox>
      <div class="call-result" aria-live="polite">
        <Actions text={() => encoded.value.text} stale={encoded.value.text === ""} file="call.json">
          <h3>Call in the chat history</h3>
        </Actions>
        {encoded.value.text && (
          <pre tabIndex={0} role="region" aria-label="Encoded call">
            {encoded.value.text}
          </pre>
        )}
        <Misfits texts={encoded.value.misfits} />
      </div>
    </div>
  );
}
