// A request or a program that is ready to send.

import { signal } from "@preact/signals";
import { Picker } from "../app/parts";
import { snippets } from "../requests/snippets";
import * as state from "../state/state";
import { Actions, Code, Codecs, ScopePicker, useScope } from "./Panel";
import { useAnswer } from "./useAnswer";

const flavour = signal("curl");

export function Request() {
  const detail = state.detail.value;
  const scope = useScope();
  const { answer: declarations, stale: waiting } = useAnswer("declarations", scope, [detail, scope.tool]);
  const { answer: sources, stale } = useAnswer("sources", scope, [detail, scope.tool]);
  const { answer: coded } = useAnswer("coded", scope, [detail, scope.tool]);
  if (!detail || !sources || !coded || declarations === undefined) return <p class="quiet">Loading…</p>;
  const offered = snippets({ declarations, sources, detail, coded, choices: state.choices.value });
  const chosen = offered.find(({ id }) => id === flavour.value) ?? offered[0];
  if (!chosen) return null;
  return (
    <>
      <Actions text={() => chosen.text} stale={stale || waiting} file={chosen.file}>
        <Picker
          label="For"
          value={chosen.id}
          options={offered.map(({ id, title }) => [id, title])}
          choose={(id) => (flavour.value = id)}
        />
        <ScopePicker />
      </Actions>
      <Codecs />
      <Code text={chosen.text} label={`Request: ${chosen.title}`} />
    </>
  );
}
