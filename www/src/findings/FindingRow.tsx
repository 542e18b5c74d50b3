// A finding: what was found, the fix, what it costs, and where else.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, CopyButton, Prose } from "../app/parts";
import { at } from "../json/pointer";
import { selectIssue } from "../state/select";
import * as state from "../state/state";
import { type Finding, SIGNS, WORDS, statement } from "./group";
import { findingAsMarkdown } from "./markdown";
import { RulePage } from "./RulePage";

const SHOWN_PLACES = 12;

interface How {
  /** Whether they are unfolded from the beginning. */
  open?: boolean;
  /** Whether the selected one is brought into view. */
  follow?: boolean;
}

export function Issues({ findings, ...how }: { findings: Finding[] } & How) {
  return (
    <ul class="issues">
      {findings.map((finding) => (
        <FindingRow key={`${finding.members[0]}`} finding={finding} {...how} />
      ))}
    </ul>
  );
}

function FindingRow({ finding: { issue, members, tool }, open = false, follow = false }: { finding: Finding } & How) {
  const place = useRef<HTMLLIElement>(null);
  const [unfolded, unfold] = useState(open);
  const selected = members.includes(state.selectedIssue.value ?? -1);
  useEffect(() => {
    if (selected && follow) place.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const [first = 0, ...others] = members;
  const subject = tool === undefined ? state.subjectOf(first) : issue.subject;
  const { severity, fix, acceptsMore, acceptsLess, idle, line, column, code } = issue;
  return (
    <li ref={place} class={`issue ${severity}`} data-selected={selected}>
      <button
        type="button"
        class="issue-head"
        aria-expanded={unfolded || selected}
        onClick={() => {
          unfold(!(unfolded || selected));
          if (tool === undefined) selectIssue(first, false);
        }}
      >
        <span class={`badge ${severity}`}>
          <span aria-hidden="true">{SIGNS[severity]}</span> {WORDS[severity]}
        </span>
        <span class="message">
          {tool !== undefined && (
            <>
              <code>{tool}</code>:{" "}
            </>
          )}
          {subject && (
            <>
              <code class="subject">{subject}</code>
              {others.length > 0 && <span class="quiet"> and {others.length} more</span>}:{" "}
            </>
          )}
          <Prose text={statement(issue)} />
        </span>
        <span class="where">
          {line}:{column} <span class="code">{code}</span>
        </span>
      </button>
      <p class="effects">
        {fix && (
          <span class="effect">
            <b>Now</b> <Prose text={fix} />
          </span>
        )}
        {acceptsMore && (
          <span class="effect more">
            <b>Also accepts</b> <Prose text={acceptsMore} />
            {idle && <span class="quiet"> (models never send it)</span>}
          </span>
        )}
        {acceptsLess && (
          <span class="effect less">
            <b>No longer accepts</b> <Prose text={acceptsLess} />
          </span>
        )}
      </p>
      {(unfolded || selected) && <Details finding={{ issue, members, tool }} />}
    </li>
  );
}

function Details({ finding: { issue, members, tool } }: { finding: Finding }) {
  const { refusal, help, code } = issue;
  const detail = state.detail.value;
  const { choices } = state;
  const off = choices.value.disable?.includes(code) ?? false;
  const source = () =>
    detail && tool === undefined
      ? at(detail.original, state.rowOfIssue(members[0] ?? 0)?.before?.pointers[0] ?? "")
      : undefined;
  return (
    <div class="finding-details">
      {refusal && (
        <p>
          <b>{refusal.startsWith("like: ") ? "Gemini API error for such a schema" : "Gemini API error"}</b>{" "}
          <code class="refusal">{refusal.replace(/^like: /, "")}</code>
        </p>
      )}
      {help && (
        <p>
          <b>What you can do</b> <Prose text={help} />
        </p>
      )}
      {tool === undefined && members.length > 1 && <Places members={members} />}
      <div class="actions">
        <CopyButton text={() => findingAsMarkdown(issue, tool ?? detail?.name ?? "", source())}>
          Copy as Markdown
        </CopyButton>
        {code.startsWith("GS") && (
          <Button
            onClick={() =>
              (choices.value = {
                ...choices.value,
                disable: off
                  ? (choices.value.disable ?? []).filter((rule) => rule !== code)
                  : [...(choices.value.disable ?? []), code],
              })
            }
          >
            {off ? `Switch ${code} on` : `Switch ${code} off`}
          </Button>
        )}
      </div>
      {code.startsWith("GS") && <RulePage code={code} />}
    </div>
  );
}

function Places({ members }: { members: number[] }) {
  const more = members.length - SHOWN_PLACES;
  return (
    <p class="places">
      <b>Places</b>{" "}
      {members.slice(0, SHOWN_PLACES).map((index) => {
        const issue = state.issues.value[index];
        return (
          issue && (
            <button key={index} type="button" class="link" onClick={() => selectIssue(index, false)}>
              {state.subjectOf(index) || `${issue.line}:${issue.column}`}
            </button>
          )
        );
      })}
      {more > 0 && <span class="quiet">and {more} more</span>}
    </p>
  );
}
