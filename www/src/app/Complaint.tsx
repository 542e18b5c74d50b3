// An API's error: what it means, and the place for the tool that it is about.

import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { focusInput } from "../editor/input";
import { RulePage } from "../findings/RulePage";
import { type RuleText, ruleText } from "../findings/rules";
import type { Explained } from "../recognize/explain";
import { chooseTool, put } from "../state/session";
import * as state from "../state/state";
import { useAnswer } from "../tabs/useAnswer";
import { Button, Prose } from "./parts";

/** Of a keyword that many rules are about, those that come first. */
const MOST_RULES = 3;

export function Complaint() {
  const text = state.complaint.value;
  const { answer: errors, stale } = useAnswer("explain", { text }, [text, state.overview.value]);
  const isAboutTools = !stale && errors?.some((each) => each.isAboutTools);
  const awaitsTool = isAboutTools && (state.overview.value?.tools.length ?? 0) === 0;
  return (
    <section class="complaint" aria-label="API error">
      <p class="headline">
        <span class="sign" aria-hidden="true">
          ✕
        </span>
        <span>{state.other.value ? <span id="verdict">This is an error of an API.</span> : "The error"}</span>
      </p>
      {!stale && errors?.map((each) => <One key={each.message} {...each} />)}
      {awaitsTool && <p>Paste the tool or the request that it is about: the result shows what the API rejects in it.</p>}
      <span class="actions">
        {awaitsTool && (
          <Button primary onClick={pasteTool}>
            Paste the tool
          </Button>
        )}
        {!state.other.value && <Button onClick={() => (state.complaint.value = "")}>Close the error</Button>}
      </span>
    </section>
  );
}

function One({ message, causes, keyword, place, tool, rules }: Explained) {
  const [first] = rules;
  const [fix, tell] = useState<{ of: string; text: string }>();
  useEffect(() => {
    if (!first) return;
    const told = ({ summary }: RuleText) => tell({ of: first, text: summary });
    // Its page says the same.
    ruleText(first).then(told, () => {});
  }, [first]);
  const facts: [string, ComponentChild][] = [
    [causeOf(causes, Boolean(place || keyword)), causes.length > 0 && <Prose text={causes.join("; or ")} />],
    ["Keyword", keyword && <code>{keyword}</code>],
    ["Place", place && <Prose text={place} />],
    ["Tool", tool && <Meant {...tool} />],
    ["Fix", fix && fix.of === first && <Prose text={fix.text} />],
  ];
  return (
    <>
      <blockquote>{message}</blockquote>
      {facts.map(
        ([name, fact]) =>
          fact && (
            <p key={name} class="cause">
              <b>{name}</b> {fact}
            </p>
          ),
      )}
      {rules.slice(0, MOST_RULES).map((code) => (
        <RulePage key={code} code={code} />
      ))}
    </>
  );
}

/** The tool in the text, which a click shows. */
const Meant = ({ index, name, row, parameter }: NonNullable<Explained["tool"]>) => (
  <button type="button" class="link" onClick={() => chooseTool(index, row)}>
    {name ? <code>{name}</code> : "The schema"}
    {parameter !== undefined && (
      <>
        , parameter <code>{parameter}</code>
      </>
    )}
  </button>
);

/** A message that names nothing may have other causes than those that are recorded. */
function causeOf({ length }: string[], isNamed: boolean): string {
  if (length > 1) return "Possible causes";
  return isNamed ? "Cause" : "Possible cause";
}

/** Makes room for the tool; the error stays in sight. */
function pasteTool(): void {
  put("", "", { keepComplaint: true });
  state.pane.value = "input";
  focusInput();
}
