// What is wrong and that it is solved, in the first line that people read.

import { later } from "./Later";
import { Button, CopyButton, Prose } from "./parts";
import { statement } from "../findings/group";
import type { Detail } from "../engine/protocol";
import { each } from "../picture/row";
import { selectIssue, selectRow } from "../state/select";
import * as state from "../state/state";
import { inWords } from "../picture/summary";
import { ofAll, verdict } from "../state/verdict";
import { bytes, capital, count, tokens } from "../words";

const Other = later(() => import("./Recognized").then(({ Other }) => Other));
const Correction = later(() => import("./Recognized").then(({ Correction }) => Correction));
const Complaint = later(() => import("./Complaint").then(({ Complaint }) => Complaint));

export function Verdict() {
  const { overview, detail, stale, slow, complaint, other } = state;
  if (!overview.value)
    return (
      <div class="verdict">
        <p class="headline">The engine is loading.</p>
      </div>
    );
  if (other.value)
    return <div class="verdict">{other.value.complaint === undefined ? <Other /> : <Complaint />}</div>;
  const { tone, sign, sentence } = verdict(overview.value, detail.value, stale.value);
  const found = detail.value;
  const { tools } = overview.value;
  const several = tools.length > 1;
  const counted = found ? `${found.cut ? "the first " : ""}${inWords(found.counts)}` : "";
  return (
    <div class={`verdict ${tone}`} data-working={slow.value}>
      {complaint.value && <Complaint />}
      {found?.declaration && !stale.value && (
        <span class="actions take">
          <CopyButton text={() => found.declaration} done={several ? `Copied 1 of ${tools.length}` : "Copied"}>
            Copy declaration
          </CopyButton>
          {several && <Button onClick={showAll}>All {tools.length}…</Button>}
        </span>
      )}
      {several && !stale.value && (
        <p id="all-tools">
          {ofAll(overview.value)}{" "}
          <button type="button" class="link" onClick={() => (state.dialog.value = "tools")}>
            Compare them
          </button>
        </p>
      )}
      <p class="headline" aria-live="polite">
        <span class="sign" aria-hidden="true">
          {tone === "solved" ? (
            <>
              <span class="error">✕</span>
              <span class="quiet">→</span>
              <span class="fine">✓</span>
            </>
          ) : (
            sign
          )}
        </span>
        <span id="verdict">
          <Prose text={sentence} />
        </span>
      </p>
      {found && !stale.value && (
        <>
          <Cause />
          <Cost />
          <Emptied detail={found} />
          <Growth sizes={found.sizes} />
          <Offer />
          {tools[found.index]?.coded && <Coded />}
          <p class="quiet" id="counts">
            {found.name ? (
              <>
                <code>{found.name}</code> · {counted}
              </>
            ) : (
              capital(counted)
            )}
            .{" "}
            <span title="Compact JSON. A token is taken to be four bytes.">
              Schema {bytes(found.sizes.before)} → {bytes(found.sizes.after)}, about{" "}
              {count(tokens(found.sizes.before), "token")} →{" "}
              {tokens(found.sizes.after).toLocaleString("en")}.
            </span>
            {found.chosen && (
              <>
                {" "}
                Target {found.target}: {found.chosen}.
              </>
            )}
          </p>
        </>
      )}
      {overview.value.reading?.correction && <Correction />}
      {stale.value && (
        <p class="quiet">
          Below is the previous result, of {found?.name ? <code>{found.name}</code> : "the previous text"}.
        </p>
      )}
    </div>
  );
}

function showAll(): void {
  state.scope.value = "all";
  state.tab.value = "declaration";
}

/** Calls need more than the declaration. */
const Coded = () => (
  <p class="cost">
    <b>Codec</b> Calls have to be restored; the codec is{" "}
    <button type="button" class="link" onClick={() => (state.tab.value = "declaration")}>
      with the declaration
    </button>
    .
  </p>
);

/** What is valid still, and never sent. */
function Emptied({ detail }: { detail: Detail }) {
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

function Growth({ sizes }: Pick<Detail, "sizes">) {
  const [before, after] = [tokens(sizes.before), tokens(sizes.after)];
  if (before === 0 || after < TIMES * before || after - before < MORE) return null;
  return (
    <p class="cost">
      <b>Cost</b> about {count(after, "token")}, {Math.floor(after / before)} times the {before.toLocaleString("en")} of
      the schema.
    </p>
  );
}

/** Another target or mode, and the button that chooses it. */
function Offer() {
  const offer = state.offer.value;
  if (!offer) return null;
  const { choose, gain, requires, tools, tokens: sizes } = offer;
  const these = tools === 1 ? "this tool" : `these ${count(tools, "tool")}`;
  const [now, then] = sizes.map((number) => number.toLocaleString("en"));
  const does = {
    unchanged: `accepts ${these} unchanged`,
    whole: `loses nothing of ${these}`,
    smaller: `declares ${these} in about ${then} tokens, not ${now}`,
  }[gain];
  const name = choose.target ?? choose.mode ?? "";
  const subject = choose.target ? `Target \`${name}\`` : "Round-trip mode";
  return (
    <p class="cost" id="offer">
      <b>Better</b> <Prose text={subject} /> {does} ({requires}).{" "}
      <button
        type="button"
        class="link"
        onClick={() => (state.choices.value = { ...state.choices.value, ...choose })}
      >
        Use {name}
      </button>
    </p>
  );
}

/** What the declaration means besides, or no longer: what is lost first. */
function Cost() {
  const costs = state.groups.value.filter(
    ({ issue: { acceptsLess, acceptsMore, idle } }) => acceptsLess || (acceptsMore && !idle),
  );
  const first = costs.find(({ issue }) => issue.acceptsLess) ?? costs[0];
  if (!first) return null;
  const {
    issue: { acceptsLess, acceptsMore },
    members,
  } = first;
  const subject = state.subjectOf(members[0] ?? 0);
  return (
    <p class="cost">
      <b>Cost</b>{" "}
      <button type="button" class="link" onClick={() => selectIssue(members[0] ?? 0, false)}>
        {subject ? <code>{subject}</code> : "The tool"}
      </button>
      {acceptsLess ? " no longer accepts " : " also accepts "}
      <Prose text={acceptsLess ?? acceptsMore ?? ""} />.
      {costs.length > 1 && <span class="quiet"> {count(costs.length - 1, "more cost")} below.</span>}
    </p>
  );
}

/** The gravest finding, and what stands there instead. */
function Cause() {
  const [first, ...others] = state.groups.value.filter(({ issue }) => issue.severity === "error");
  if (!first) return null;
  const { issue, members } = first;
  const subject = state.subjectOf(members[0] ?? 0);
  return (
    <p class="cause">
      <b>Cause</b>{" "}
      <button type="button" class="link" onClick={() => selectIssue(members[0] ?? 0, false)}>
        {subject ? <code>{subject}</code> : "The tool"}
      </button>
      : <Prose text={statement(issue)} />.
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
