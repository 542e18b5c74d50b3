// The results of all tools for targets: requested for one target at a time, so that other questions wait for at most
// one, and kept until the text or the options change.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Survey } from "../engine/protocol";
import { engineNow } from "../state/session";
import * as state from "../state/state";
import { useAsked } from "../tabs/useAnswer";

export type Surveys = Readonly<Record<string, Survey>>;

const known = signal<{ text: string; options: string; surveys: Surveys }>({ text: "", options: "", surveys: {} });

export function useSurveys(targets: readonly string[]): { surveys: Surveys; failed: string | undefined } {
  const text = state.text.value;
  const { target: _, ...rest } = state.choices.value;
  const options = JSON.stringify(rest);
  const surveys = known.value.text === text && known.value.options === options ? known.value.surveys : {};
  const missing = targets.find((id) => !surveys[id]);
  // While another text is being examined, the answer would be about the previous one.
  const isIdle = state.progress.value.kind === "idle";
  const [failed, fail] = useState<string>();
  useAsked(
    () => (missing !== undefined && isIdle ? engineNow().ask("survey", { target: missing }) : undefined),
    (survey) => (known.value = { text, options, surveys: { ...surveys, [missing!]: survey } }),
    fail,
    [missing, isIdle, text, options],
  );
  return { surveys, failed };
}
