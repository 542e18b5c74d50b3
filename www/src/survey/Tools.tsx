// All tools of the document: for the target, for every target, and by the rules that found something in them.

import { signal } from "@preact/signals";
import { Segments } from "../app/parts";
import { Dialog } from "../dialogs/Dialog";
import type { Surveyed } from "../engine/protocol";
import * as state from "../state/state";
import { Failed } from "../tabs/useAnswer";
import { count, tokens } from "../words";
import { OUTCOMES, outcomeOf } from "./order";
import { useSurveys } from "./useSurveys";
import { ByRule, ByTarget, ByTool } from "./views";
import "./survey.css";

const view = signal<"tools" | "targets" | "rules">("tools");
const query = signal("");

export const Tools = () => (
  <Dialog id="tools" title={`All tools for ${state.choices.value.target}`}>
    <Body />
  </Dialog>
);

function Body() {
  const { target } = state.choices.value;
  const targets = (state.about.value?.targets ?? []).map(({ id }) => id);
  // That of the target comes first: it decides on the order.
  const { surveys, failed } = useSurveys(view.value === "targets" ? [target, ...targets] : [target]);
  const survey = surveys[target];
  // Other rows, or another order, begin at the top.
  const key = `${view.value} ${target} ${query.value}`;
  return (
    <div class="survey">
      <div class="bar">
        <Segments
          label="By"
          value={view.value}
          options={[
            ["tools", "Tools"],
            ["targets", "Targets"],
            ["rules", "Rules"],
          ]}
          choose={(id) => (view.value = id)}
        />
        <input
          type="search"
          placeholder="Search"
          aria-label={view.value === "rules" ? "Search rules" : "Search tools"}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
      </div>
      <Failed reason={failed} />
      {!survey && failed === undefined && <p class="quiet">Comparing…</p>}
      {survey && <Totals tools={survey.tools} />}
      {survey && view.value === "tools" && <ByTool key={key} query={query.value} tools={survey.tools} />}
      {survey && view.value === "targets" && (
        <ByTarget key={key} query={query.value} tools={survey.tools} surveys={surveys} targets={targets} />
      )}
      {survey && view.value === "rules" && <ByRule key={key} query={query.value} rules={survey.rules} />}
    </div>
  );
}

/** How many tools come to what, which explains the signs, and what all of them take. */
function Totals({ tools }: { tools: Surveyed[] }) {
  const outcomes = tools.map(outcomeOf);
  const all = (size: (tool: Surveyed) => number) => tokens(tools.reduce((sum, tool) => sum + size(tool), 0));
  return (
    <p class="actions">
      {OUTCOMES.map((outcome) => {
        const number = outcomes.filter((other) => other === outcome).length;
        return (
          <span key={outcome.one} class={`badge ${number > 0 ? outcome.kind : ""}`}>
            <span aria-hidden="true">{outcome.sign}</span> {number.toLocaleString("en")}{" "}
            {number === 1 ? outcome.one : outcome.many}
          </span>
        );
      })}
      <span class="quiet">
        about {count(all(({ sizes }) => sizes.before), "token")} →{" "}
        {all(({ sizes }) => sizes.after).toLocaleString("en")}
      </span>
    </p>
  );
}
