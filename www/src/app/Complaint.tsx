// An API's error: what it means, and the place for the tool that it is about.

import { batch } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { focusInput } from "../editor/input";
import { RulePage } from "../findings/RulePage";
import { type RuleText, ruleText } from "../findings/rules";
import type { Explained } from "../recognize/explain";
import { chooseTool, put } from "../state/session";
import * as state from "../state/state";
import { useAnswer } from "../tabs/useAnswer";
import { count } from "../words";
import { Button, Prose } from "./parts";

/** Of a keyword that many rules are about, those that come first. */
const MOST_RULES = 3;

export function Complaint() {
  const text = state.complaint.value;
  const { answer: errors, stale } = useAnswer("explain", { text }, [text, state.overview.value]);
  const isAboutTools = !stale && errors?.some((each) => each.isAboutTools);
  const awaitsTool = isAboutTools && (state.overview.value?.tools.length ?? 0) === 0;
  const target = stale ? undefined : errors?.find((each) => each.target)?.target;
  return (
    <section class="complaint" aria-label="API error">
      <p class="headline">
        <span class="sign" aria-hidden="true">
          ✕
        </span>
        <span>{state.other.value ? <span id="verdict">This is an error of an API.</span> : "The error"}</span>
      </p>
      {!stale && errors?.map((each) => <One key={each.message} {...each} />)}
      {target && target !== state.choices.value.target && <Other target={target} />}
      {awaitsTool && <p>Paste the tool or the request that it is about: the result shows what the API rejects in it.</p>}
      <span class="actions">
        {awaitsTool && (
          <Button primary onClick={() => pasteTool(target)}>
            Paste the tool
          </Button>
        )}
        {!state.other.value && <Button onClick={() => (state.complaint.value = "")}>Close the error</Button>}
      </span>
    </section>
  );
}

function One({ message, causes, keyword, places, further, rules, advice, isAboutTools, isAboutRequest }: Explained) {
  const [first] = rules;
  const [fix, tell] = useState<{ of: string; text: string }>();
  useEffect(() => {
    if (!first) return;
    const told = ({ summary }: RuleText) => tell({ of: first, text: summary });
    // Its page says the same.
    ruleText(first).then(told, () => {});
  }, [first]);
  const [place, ...others] = places;
  const only = others.length === 0 ? place : undefined;
  const isNamed = Boolean(place?.words || keyword);
  const facts: [string, ComponentChild][] = [
    [causeOf(causes, isNamed), causes.length > 0 && <Prose text={causes.join("; or ")} />],
    ["Keyword", keyword && <code>{keyword}</code>],
    ["Place", only?.words && <Prose text={only.words} />],
    ["Tool", only?.tool && <Meant {...only.tool} />],
    ["Places", !only && place && <Places places={places} further={further} />],
    ["To do", advice && <Prose text={advice} />],
    ["Fix", fix && fix.of === first && <Prose text={fix.text} />],
  ];
  return (
    <>
      <blockquote>{message}</blockquote>
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name} class="cause">
              <b>{name}</b> <div>{fact}</div>
            </div>
          ),
      )}
      {!isAboutTools && isAboutRequest && <p>{ABOUT_REQUEST}</p>}
      {!isAboutTools && causes.length === 0 && <p>{ABOUT_OTHERS}</p>}
      {rules.slice(0, MOST_RULES).map((code) => (
        <RulePage key={code} code={code} />
      ))}
    </>
  );
}

/** `lapidary explain` says the same. */
const ABOUT_REQUEST = "It is about the request, not about a schema.";
/** Of what the catalogue does not have. */
const ABOUT_OTHERS = "It seems to be about the request, the account or the service, not about a schema.";

/** Where errors with the same explanation point to. */
const Places = ({ places, further }: Pick<Explained, "places" | "further">) => (
  <ul class="notes">
    {places.map(({ words, tool }) => (
      <li key={words}>
        <Prose text={words} />
        {tool && (
          <>
            {" "}
            (<Meant {...tool} />)
          </>
        )}
      </li>
    ))}
    {further > 0 && <li class="quiet">{count(further, "further place")}.</li>}
  </ul>
);

/** The target of another API, and the button that chooses it. */
const Other = ({ target }: { target: string }) => (
  <p>
    Its API has another target: <code>{target}</code>.{" "}
    <button type="button" class="link" onClick={() => choose(target)}>
      Use {target}
    </button>
  </p>
);

/** The tool in the text, which a click shows. */
const Meant = ({ index, name, row, parameter }: NonNullable<Explained["places"][number]["tool"]>) => (
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

function choose(target: string): void {
  state.choices.value = { ...state.choices.peek(), target };
}

/** Makes room for the tool; the error stays in sight, and the target is that of its API. */
function pasteTool(target: string | undefined): void {
  batch(() => {
    put("", "", { keepComplaint: true });
    if (target && target !== state.choices.peek().target) {
      choose(target);
      state.notice.value = `Target ${target}: the error is of its API.`;
    }
  });
  state.pane.value = "input";
  focusInput();
}
