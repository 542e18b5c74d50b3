// The page matches its figures. Only scripts/compare measures again, as that needs all of the packages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { joined } from "./figures.mjs";
import { figures, stale } from "./written.mjs";

test("the page and its chart are made of the figures", () => {
  assert.deepEqual(stale(), [], "node tests/compare/written.mjs writes them");
});

test("no share is larger than the one that it is a part of", () => {
  for (const { name, accepted, complete, exact } of figures().rows) {
    assert.ok(accepted >= complete, name);
    assert.ok([accepted, complete, exact].every((share) => share >= 0 && share <= 100), name);
  }
});

test("sets are added up, and what is not complete never reads 100", () => {
  const found = (accepted) => ({
    tools: 10_000,
    accepted,
    complete: accepted,
    visible: 9_999.5,
    named: 10_000,
    judged: 10_000,
    exact: 0,
    fields: { parameters: 1 },
    causes: { throws: 10_000 - accepted },
    messages: {},
  });
  const measured = { servers: [found(10_000)], corpus: [found(9_999)], patterns: [found(0)] };
  const [row] = joined([{ name: "a", packages: [] }], measured, [{ us: 1.4, bytes: 1 }]);
  assert.deepEqual(
    [row.tools, row.accepted, row.servers.accepted, row.visible, row.patterns.exact, row.us, row.causes.throws],
    [20_000, 99.99, 100, 99.99, 0, 1, 1],
  );
});
