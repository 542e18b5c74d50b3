// The outcomes of a parameter: a sign, a word and a sentence for each mark, the least change first.

export const MARKS = [
  { id: "unchanged", sign: "○", word: "unchanged", means: "the same in the declaration" },
  { id: "casing", sign: "◐", word: "casing only", means: "only notation changed, such as the case of types" },
  { id: "rewritten", sign: "●", word: "rewritten", means: "another notation for the same values" },
  { id: "coded", sign: "◆", word: "re-encoded", means: "the model sends another form, which is restored" },
  {
    id: "more",
    sign: "▲",
    word: "looser",
    means: "the declaration accepts further values; the description states the constraint",
  },
  { id: "less", sign: "▼", word: "stricter", means: "some valid values can no longer be sent" },
  { id: "gone", sign: "✕", word: "omitted", means: "the model cannot send this parameter" },
] as const;

export type Mark = (typeof MARKS)[number]["id"];

const GRAVITY = new Map<Mark, number>(MARKS.map(({ id }, index) => [id, index]));
const gravity = (mark: Mark) => GRAVITY.get(mark) ?? 0;

export const gravest = (a: Mark, b: Mark): Mark => (gravity(a) >= gravity(b) ? a : b);

/** Whether more than the notation changed. */
export const isChange = (mark: Mark): boolean => gravity(mark) > gravity("casing");

/** Whether the declaration says something else than the schema. */
export const isCost = (mark: Mark): boolean => gravity(mark) > gravity("rewritten");

export const markOf = (id: Mark) => MARKS[gravity(id)] ?? MARKS[0];
