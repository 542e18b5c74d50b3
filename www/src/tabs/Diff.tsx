// The changes in meaning: both sides have the same layout, and references are replaced by their targets.

import { signal } from "@preact/signals";
import { Segments } from "../app/parts";
import * as state from "../state/state";
import { type Line, linesOf, paired } from "./lines";
import { Actions, ScopePicker, useScope } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";
import "./diff.css";

const MOST_LINES = 4_000;
const WIDE = "(min-width: 1400px)";

const layout = signal<"split" | "inline" | undefined>(undefined);

export function Diff() {
  const detail = state.detail.value;
  const scope = useScope();
  const { answer: unified, failed, stale } = useAnswer("diff", scope, [detail, scope.tool]);
  const chosen = layout.value ?? (matchMedia(WIDE).matches ? "split" : "inline");
  const lines = linesOf(unified ?? "");
  return (
    <>
      <Actions
        text={() => unified ?? ""}
        stale={stale}
        file={`${(scope.tool !== undefined && detail?.name) || "tools"}.diff`}
      >
        <ScopePicker />
        <Segments
          label="Layout"
          value={chosen}
          options={[
            ["split", "Side by side"],
            ["inline", "Inline"],
          ]}
          choose={(id) => (layout.value = id)}
        />
      </Actions>
      <Failed reason={failed} />
      {unified === "" && <p class="quiet">Nothing changes.</p>}
      {lines.length > 0 && (chosen === "split" ? <Split lines={lines} /> : <Inline lines={lines} />)}
    </>
  );
}

const SIGNS = { same: " ", removed: "−", added: "+", moved: "↷", place: " " } as const;
const WORDS = { removed: "removed: ", added: "added: ", moved: "moved: " } as Record<string, string>;

function Inline({ lines }: { lines: Line[] }) {
  return (
    <div class="diff" tabIndex={0} role="region" aria-label="Changes">
      {lines.slice(0, MOST_LINES).map((line, index) => (
        <Row key={index} line={line} />
      ))}
      <Rest count={lines.length - MOST_LINES} />
    </div>
  );
}

function Split({ lines }: { lines: Line[] }) {
  const pairs = paired(lines);
  return (
    <div class="diff split" tabIndex={0} role="region" aria-label="Changes, before and after">
      <div class="diff-head">Your schema</div>
      <div class="diff-head">Declaration</div>
      {pairs.slice(0, MOST_LINES).map(({ left, right }, index) => (
        <>
          <Row key={`${index}-before`} line={left} />
          <Row key={`${index}-after`} line={right} />
        </>
      ))}
      <Rest count={pairs.length - MOST_LINES} />
    </div>
  );
}

function Row({ line }: { line: Line | undefined }) {
  if (!line) return <div class="diff-line empty" />;
  const { kind, text } = line;
  return (
    <div class={`diff-line ${kind}`}>
      <span class="diff-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {WORDS[kind] && <span class="hidden">{WORDS[kind]}</span>}
      <code>{text}</code>
    </div>
  );
}

const Rest = ({ count }: { count: number }) =>
  count > 0 ? <p class="quiet">{count} more lines: Copy and Download include all.</p> : null;
