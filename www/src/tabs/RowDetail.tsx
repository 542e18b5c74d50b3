// A parameter in detail: its schema before and after, and what was found about it.

import { Button } from "../app/parts";
import { Issues } from "../findings/FindingRow";
import { grouped } from "../findings/group";
import { laidOut } from "../json/layout";
import { at, isObject } from "../json/pointer";
import type { Row, Side } from "../picture/row";
import * as state from "../state/state";
import { capital } from "../words";

const MOST_LINES = 60;

export function RowDetail({ row }: { row: Row }) {
  const detail = state.detail.value;
  if (!detail) return null;
  const offset = state.overview.value?.issues.length ?? 0;
  const own = row.issues.flatMap((index) => detail.issues[index] ?? []);
  const findings = grouped(own).map((finding) => ({
    ...finding,
    members: finding.members.map((at) => (row.issues[at] ?? 0) + offset),
  }));
  return (
    <div class="row-detail">
      <div class="before-after">
        <Excerpt title="In your schema" root={detail.original} side={row.before} none="not in the schema" />
        <Excerpt title="In the declaration" root={detail.transformed} side={row.after} none="omitted" />
      </div>
      {row.coded && <p>{capital(row.coded)}; the tab Call shows how it is restored.</p>}
      {row.emptied && <Emptied />}
      <Issues findings={findings} open={findings.length === 1} />
    </div>
  );
}

/** A loss without a finding: every value is still valid, but none is sent. */
function Emptied() {
  const { choices } = state;
  return (
    <p>
      The declaration has no keys of this object, and models leave such an object empty.{" "}
      {choices.value.mode === "drop-in" && (
        <>
          Round-trip mode encodes its entries, as an array or as JSON text.{" "}
          <Button onClick={() => (choices.value = { ...choices.value, mode: "round-trip" })}>Use round-trip</Button>
        </>
      )}
    </p>
  );
}

/** The whole schema without what has rows of its own. */
function itself(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, INSIDE.includes(name) ? "…" : value]));
}

const INSIDE = ["properties", "$defs", "definitions", "defs"];

function Excerpt({ title, root, side, none }: { title: string; root: unknown; side: Side | undefined; none: string }) {
  const [pointer] = side?.pointers ?? [];
  const lines = pointer === undefined ? [none] : laidOut(pointer === "" ? itself(root) : at(root, pointer)).split("\n");
  const more = lines.length - MOST_LINES;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <pre tabIndex={0}>
        {lines.slice(0, MOST_LINES).join("\n")}
        {more > 0 && `\n… ${more} more lines`}
      </pre>
    </figure>
  );
}
