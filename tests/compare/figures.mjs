// The measurements, row by row, as in docs/figures/compare.json. Rates are in percent with two digits, rounded down:
// only a complete rate is 100.

const REAL = ["servers", "corpus"];

const percent = (right, of) => (of === 0 ? 100 : Math.floor((10_000 * right) / of) / 100);

/** The sums of several sets. */
function added(some) {
  const sum = (of) => some.reduce((total, one) => total + one[of], 0);
  const counts = (of) => {
    const all = {};
    for (const one of some) for (const [key, count] of Object.entries(one[of])) all[key] = (all[key] ?? 0) + count;
    return Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b - a));
  };
  return {
    ...Object.fromEntries(["tools", "accepted", "complete", "visible", "named", "judged", "exact"].map((of) => [of, sum(of)])),
    ...Object.fromEntries(["fields", "causes", "messages"].map((of) => [of, counts(of)])),
  };
}

const rates = ({ tools, accepted, complete, visible, named, judged, exact }) => ({
  accepted: percent(accepted, tools),
  complete: percent(complete, tools),
  // Shares add up to a hair less than what they come to.
  visible: percent(Math.round(visible * 1e6) / 1e6, named),
  exact: percent(exact, judged),
});

export function joined(rows, measured, costs) {
  return rows.map(({ name, isOurs = false, packages, way, wheel }, index) => {
    const sets = REAL.map((set) => measured[set][index]).filter(Boolean);
    const { fields, causes, messages, ...sums } = added(sets);
    return {
      name,
      isOurs,
      packages,
      way,
      tools: sums.tools,
      judged: sums.judged,
      ...rates(sums),
      servers: rates(measured.servers[index]),
      patterns: rates(measured.patterns[index]),
      us: Math.round(costs[index].us),
      bytes: costs[index].bytes,
      isWheel: wheel !== undefined,
      fields: Object.keys(fields),
      causes,
      messages: Object.keys(messages).slice(0, 3),
    };
  });
}
