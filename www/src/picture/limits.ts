// Bounds and other constraints of a schema in a few characters each.

const SHOWN_PATTERN = 40;
const NOTHING_ELSE = "no other keys";

type Words = (value: unknown, schema: Record<string, unknown>) => string | undefined;

const counted =
  (sign: string, thing: string): Words =>
  (value) =>
    typeof value === "number" ? `${sign} ${value} ${thing}${value === 1 ? "" : "s"}` : undefined;
const bound =
  (sign: string, strict: string, flag: string): Words =>
  (value, schema) =>
    typeof value === "number" ? `${schema[flag] === true ? strict : sign} ${value}` : undefined;
const number =
  (sign: string): Words =>
  (value) =>
    typeof value === "number" ? `${sign} ${value}` : undefined;
const always =
  (text: string): Words =>
  () =>
    text;

const LIMITS: Record<string, Words> = {
  minimum: bound("≥", ">", "exclusiveMinimum"),
  exclusiveMinimum: number(">"),
  maximum: bound("≤", "<", "exclusiveMaximum"),
  exclusiveMaximum: number("<"),
  multipleOf: number("multiple of"),
  minLength: counted("≥", "character"),
  maxLength: counted("≤", "character"),
  pattern: (value) => `matches ${clipped(String(value))}`,
  minItems: counted("≥", "item"),
  maxItems: counted("≤", "item"),
  uniqueItems: (value) => (value === true ? "unique items" : undefined),
  minProperties: counted("≥", "key"),
  maxProperties: counted("≤", "key"),
  additionalProperties: (value) => (value === false ? NOTHING_ELSE : undefined),
  not: always("with an exclusion"),
  if: always("with a condition"),
  dependentRequired: always("dependent properties"),
  dependentSchemas: always("dependent properties"),
  contains: always("must contain an item"),
  propertyNames: always("restricted keys"),
};

export function limitsOf(schema: Record<string, unknown>): string[] {
  return Object.entries(LIMITS)
    .filter(([keyword]) => Object.hasOwn(schema, keyword))
    .map(([keyword, words]) => words(schema[keyword], schema))
    .filter((text) => text !== undefined);
}

const clipped = (text: string) => (text.length > SHOWN_PATTERN ? `${text.slice(0, SHOWN_PATTERN)}…` : text);
