// The declaration as it is sent.

import * as state from "../state/state";
import { Actions, Code, Codecs, ScopePicker, useScope } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";

export function Declaration() {
  const detail = state.detail.value;
  const all = useScope().tool === undefined;
  const { answer: output, failed, stale } = useAnswer(all ? "output" : undefined, undefined, [detail]);
  if (!detail) return null;
  const text = all ? (output ?? "") : detail.declaration;
  return (
    <>
      <Actions text={() => text} stale={stale} file={all ? "declarations.json" : `${detail.name || "schema"}.json`}>
        <ScopePicker />
      </Actions>
      <Codecs />
      <Failed reason={failed} />
      <Code text={text} label="Declaration" marked={all ? undefined : detail.output[state.selectedRow.value ?? ""]} />
    </>
  );
}
