// A request or a program that is ready to send.

import { signal } from "@preact/signals";
import { Picker, Segments } from "../app/parts";
import { snippets } from "../requests/snippets";
import * as state from "../state/state";
import { Actions, Code } from "./Panel";
import { useAnswer } from "./useAnswer";

const flavour = signal("curl");
const scope = signal<"tool" | "all">("tool");

export function Request() {
  const detail = state.detail.value;
  const several = (state.overview.value?.tools.length ?? 0) > 1;
  const all = several && scope.value === "all";
  const { answer: list } = useAnswer(all ? "declarations" : undefined, undefined, [detail]);
  if (!detail) return null;
  const declarations = all && list ? list : `[${detail.declaration}]`;
  const offered = snippets({ declarations, detail, choices: state.choices.value });
  const chosen = offered.find(({ id }) => id === flavour.value) ?? offered[0];
  if (!chosen) return null;
  return (
    <>
      <Actions text={() => chosen.text} file={chosen.file}>
        <Picker
          label="For"
          value={chosen.id}
          options={offered.map(({ id, title }) => [id, title])}
          choose={(id) => (flavour.value = id)}
        />
        {several && (
          <Segments
            label="Tools"
            value={scope.value}
            options={[
              ["tool", "This tool"],
              ["all", "All tools"],
            ]}
            choose={(id) => (scope.value = id)}
          />
        )}
      </Actions>
      <Code text={chosen.text} label={`Request: ${chosen.title}`} />
    </>
  );
}
