// What became of a parameter: a sign, a word and a sentence for each mark, the least first.

export const MARKS = [
  { id: "unchanged", sign: "○", word: "unchanged", means: "sent as it stands" },
  { id: "respelled", sign: "◐", word: "respelled", means: "only the spelling changed, such as the case of types" },
  { id: "rewritten", sign: "●", word: "rewritten", means: "other words for the same values" },
  { id: "coded", sign: "◆", word: "re-encoded", means: "the model sends another form, which restoring undoes" },
  {
    id: "more",
    sign: "▲",
    word: "accepts more",
    means: "the declaration lets more through; the description says what is meant",
  },
  { id: "less", sign: "▼", word: "accepts less", means: "something valid can no longer be sent" },
  { id: "gone", sign: "✕", word: "left out", means: "the model cannot send this parameter" },
] as const;

export type Mark = (typeof MARKS)[number]["id"];

const GRAVITY = new Map<Mark, number>(MARKS.map(({ id }, index) => [id, index]));
const gravity = (mark: Mark) => GRAVITY.get(mark) ?? 0;

export const gravest = (a: Mark, b: Mark): Mark => (gravity(a) >= gravity(b) ? a : b);

/** Whether more than the spelling changed. */
export const isChange = (mark: Mark): boolean => gravity(mark) > gravity("respelled");

/** Whether the declaration says something else than the schema. */
export const isCost = (mark: Mark): boolean => gravity(mark) > gravity("rewritten");

export const markOf = (id: Mark) => MARKS[gravity(id)] ?? MARKS[0];
