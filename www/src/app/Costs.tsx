// The causes and the costs of a verdict, a line each.

import type { Detail, Issue } from "../engine/protocol";
import { statement } from "../findings/group";
import { each } from "../picture/row";
import { selectIssue, selectRow } from "../state/select";
import * as state from "../state/state";
import { count, tokens } from "../words";
import { Prose } from "./parts";

/** The most severe finding, with its fix. */
export function Cause() {
  const [first, ...others] = state.groups.value.filter(({ issue }) => issue.severity === "error");
  if (!first) return null;
  const { issue, members } = first;
  return (
    <p class="cause">
      <b>Cause</b> <Subject issue={members[0] ?? 0} />: <Prose text={statement(issue)} />.
      {issue.fix && (
        <>
          {" "}
          Now:{" "}
          <strong>
            <Prose text={issue.fix} />
          </strong>
          .
        </>
      )}
      {others.length > 0 && <span class="quiet"> {count(others.length, "more cause")} below.</span>}
    </p>
  );
}

/** The first change in meaning: values lost, or else values that are also accepted. */
export function Cost() {
  const costs = state.groups.value.filter(
    ({ issue: { acceptsLess, acceptsMore, idle } }) => acceptsLess || (acceptsMore && !idle),
  );
  const first = costs.find(({ issue }) => issue.acceptsLess) ?? costs[0];
  if (!first) return null;
  const { issue, members } = first;
  return (
    <p class="cost">
      <b>Cost</b> <Subject issue={members[0] ?? 0} />
      <Prose text={state.isOfDocument(members[0] ?? 0) ? `: ${omission(issue)}` : difference(issue)} />.
      {costs.length > 1 && <span class="quiet"> {count(costs.length - 1, "more cost")} below.</span>}
    </p>
  );
}

const difference = ({ acceptsLess, acceptsMore }: Issue): string =>
  acceptsLess ? ` no longer accepts ${acceptsLess}` : ` also accepts ${acceptsMore}`;

/** A finding about the document is no difference between a tool and its declaration. */
const omission = (issue: Issue): string => [statement(issue), issue.fix].filter(Boolean).join("; ");

/** What a finding is about, which a click selects. */
function Subject({ issue }: { issue: number }) {
  const subject = state.subjectOf(issue);
  const whole = state.isOfDocument(issue) ? "The document" : "The tool";
  return (
    <button type="button" class="link" onClick={() => selectIssue(issue, false)}>
      {subject ? <code>{subject}</code> : whole}
    </button>
  );
}

/** A parameter whose values are still valid, but never sent. */
export function Emptied({ detail }: { detail: Detail }) {
  const first = [...each(detail.picture)].find(({ emptied }) => emptied);
  if (!first || detail.counts.emptied === 0) return null;
  const { choices } = state;
  return (
    <p class="cost">
      <b>Cost</b>{" "}
      <button type="button" class="link" onClick={() => selectRow(first.id)}>
        <code>{first.path}</code>
      </button>
      : the model cannot fill it, because no keys are declared.
      {detail.counts.emptied > 1 && <span class="quiet"> {detail.counts.emptied - 1} more below.</span>}
      {choices.value.mode === "drop-in" && !state.offer.value?.choose.mode && (
        <>
          {" "}
          <button
            type="button"
            class="link"
            onClick={() => (choices.value = { ...choices.value, mode: "round-trip" })}
          >
            Use round-trip
          </button>
        </>
      )}
    </p>
  );
}

/** Growth is large if it is at least so many times the schema, and so many tokens; `lapidary check` says the same. */
const TIMES = 2;
const MORE = 500;

export function Growth({ sizes }: Pick<Detail, "sizes">) {
  const [before, after] = [tokens(sizes.before), tokens(sizes.after)];
  if (before === 0 || after < TIMES * before || after - before < MORE) return null;
  return (
    <p class="cost">
      <b>Cost</b> about {count(after, "token")}, {Math.floor(after / before)} times the {before.toLocaleString("en")} of
      the schema.
    </p>
  );
}
