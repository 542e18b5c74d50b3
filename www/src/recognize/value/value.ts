// JSON values as another syntax spells them, each with its place there. Members are a list: names may repeat, and none
// means anything to JavaScript.

export interface Range {
  from: number;
  to: number;
}

export interface Member extends Range {
  name: string;
  value: Value;
}

export type Value = Range &
  ({ kind: "scalar"; json: string } | { kind: "list"; items: Value[] } | { kind: "object"; members: Member[] });

export type ObjectValue = Extract<Value, { kind: "object" }>;

/** Beyond these, texts are not read: no tool is so deep, and no list so long. */
export const MOST_LEVELS = 100;
export const MOST_VALUES = 200_000;

const NOWHERE = { from: 0, to: 0 };

export const scalar = (value: string | number | boolean | null, place: Range = NOWHERE): Value => ({
  kind: "scalar",
  json: JSON.stringify(value),
  from: place.from,
  to: place.to,
});

export const list = (items: Value[], place: Range = NOWHERE): Value => ({
  kind: "list",
  items,
  from: place.from,
  to: place.to,
});

export const object = (members: Member[], place: Range = NOWHERE): ObjectValue => ({
  kind: "object",
  members,
  from: place.from,
  to: place.to,
});

export const member = (name: string, value: Value, place: Range = value): Member => ({
  name,
  value,
  from: place.from,
  to: place.to,
});

/** The last member of that name, as JSON has it. */
export const get = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === "object" ? value.members.findLast((each) => each.name === name)?.value : undefined;

export const objectAt = (value: Value | undefined, name: string): ObjectValue | undefined => {
  const found = get(value, name);
  return found?.kind === "object" ? found : undefined;
};

export const listAt = (value: Value | undefined, name: string): Value[] | undefined => {
  const found = get(value, name);
  return found?.kind === "list" ? found.items : undefined;
};

export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === "scalar" && value.json.startsWith('"') ? (JSON.parse(value.json) as string) : undefined;

export const textAt = (value: Value | undefined, name: string): string | undefined => textOf(get(value, name));

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number in the syntax of JSON, with its own digits where JSON allows them; undefined if JSON cannot hold it. */
export function numeral(text: string, place: Range): Value | undefined {
  const plain = text.replace(/^\+/, "").replaceAll("_", "");
  if (NUMBER.test(plain)) return { kind: "scalar", json: plain, from: place.from, to: place.to };
  const [, sign, digits = ""] = /^(-?)(.+)$/.exec(plain) ?? [];
  const number = Number(digits);
  return Number.isFinite(number) ? scalar(sign ? -number : number, place) : undefined;
}

/** The same value with its places in the text that its own was taken from. */
export function placed(value: Value, origin: (part: Range) => Range): Value {
  const { from, to } = origin(value);
  const place = { from, to };
  if (value.kind === "list") return { ...value, ...place, items: value.items.map((item) => placed(item, origin)) };
  if (value.kind === "scalar") return { ...value, ...place };
  const members = value.members.map((each) => member(each.name, placed(each.value, origin), origin(each)));
  return { ...value, ...place, members };
}

/** Whether brackets nest deeper than is read, whatever stands in quotes. */
export function tooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "[" || char === "{" || char === "(") depth += 1;
    else if (char === "]" || char === "}" || char === ")") depth = Math.max(0, depth - 1);
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}
