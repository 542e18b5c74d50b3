// The verdict: the first line of the result, with its causes and costs.

import { Cause, Cost, Emptied, Growth } from "./Costs";
import { later } from "./Later";
import { Button, CopyButton, Prose } from "./parts";
import type { Detail } from "../engine/protocol";
import * as state from "../state/state";
import { inWords } from "../picture/summary";
import { ofAll, verdict } from "../state/verdict";
import { bytes, capital, count, tokens } from "../words";

const Other = later(() => import("./Recognized").then(({ Other }) => Other));
const Correction = later(() => import("./Recognized").then(({ Correction }) => Correction));
const Unknown = later(() => import("./Recognized").then(({ Unknown }) => Unknown));
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
  const found = detail.value;
  const said = verdict(overview.value, found, stale.value);
  const { tools } = overview.value;
  const several = tools.length > 1;
  return (
    <div class={`verdict ${said.tone}`} data-working={slow.value}>
      {complaint.value && <Complaint />}
      {overview.value.reading?.notes.some(({ unknown }) => unknown === "tool") && <Unknown />}
      {found?.declaration && !stale.value && (
        <span class="actions take">
          <CopyButton text={() => found.declaration} done={several ? `Copied 1 of ${tools.length}` : "Copied"}>
            Copy declaration
          </CopyButton>
          {several && <Button onClick={showAll} label={`All ${tools.length}… declarations`}>All {tools.length}…</Button>}
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
      <Headline said={said} />
      {found && !stale.value && (
        <>
          <Cause />
          <Cost />
          <Emptied detail={found} />
          <Growth sizes={found.sizes} />
          <Offer />
          <PerhapsResponse detail={found} />
          {tools[found.index]?.coded && <Coded />}
          <Counts detail={found} />
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

/** The sign and the sentence that sum the result up. */
function Headline({ said: { tone, sign, sentence } }: { said: ReturnType<typeof verdict> }) {
  return (
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
  );
}

/** The parameters by outcome, the sizes, and the target that `auto` chose. */
function Counts({ detail }: { detail: Detail }) {
  const counted = `${detail.cut ? "the first " : ""}${inWords(detail.counts)}`;
  return (
    <p class="quiet" id="counts">
      {detail.name ? (
        <>
          <code>{detail.name}</code> · {counted}
        </>
      ) : (
        capital(counted)
      )}
      .{" "}
      <span title="Compact JSON. A token is taken to be four bytes.">
        Schema {bytes(detail.sizes.before)} → {bytes(detail.sizes.after)}, about{" "}
        {count(tokens(detail.sizes.before), "token")} →{" "}
        {tokens(detail.sizes.after).toLocaleString("en")}.
      </span>
      {detail.chosen && (
        <>
          {" "}
          Target {detail.target}: {detail.chosen}.
        </>
      )}
    </p>
  );
}

function showAll(): void {
  state.scope.value = "all";
  state.tab.value = "declaration";
}

/** Shown if calls have to be restored. */
const Coded = () => (
  <p class="cost">
    <b>Codec</b> Calls have to be restored; the codec is{" "}
    <button type="button" class="link" onClick={() => (state.tab.value = "declaration")}>
      with the declaration
    </button>
    .
  </p>
);

/** The rule for roots that are not plain objects. */
const ROOTS = "GS054";

/** A schema by itself that allows more than objects may describe a response; `lapidary check` says the same. */
function PerhapsResponse({ detail: { issues } }: { detail: Detail }) {
  const { overview, choices } = state;
  if (overview.value?.kind !== "schema" || choices.value.role === "response") return null;
  if (!issues.some(({ code, acceptsLess }) => code === ROOTS && acceptsLess)) return null;
  return (
    <p class="cost" id="perhaps-response">
      The arguments of a call are always an object.{" "}
      <button
        type="button"
        class="link"
        onClick={() => (choices.value = { ...choices.value, role: "response" })}
      >
        Check it as the model's response
      </button>
      , which may be of any type (<i>Options › Describe</i>).
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
