// Texts that are attacks: each format ends on them, without an answer or with one.

import { expect, test } from "vitest";
import { recognize } from "./index";

const of = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
const TEN = 10_000_000;
const ONE = 500_000;
const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

const TEXTS: Record<string, string> = {
  "quotes that are not closed": `{'a': '${of("x", TEN)}`,
  "a string that is not closed": `"${of('\\"', TEN)}`,
  "only double quotes": of('"', TEN),
  "only single quotes": of("'", ONE),
  "open brackets": of("[", TEN),
  "open braces with names": of('{"a":', TEN),
  "calls in calls": of("f(a=", ONE),
  "deep and closed": nested("[", "]", 100_000),
  "many that are deep": `[${of(`${nested("[", "]", 300)},`, ONE / 4)}]`,
  "many objects that are deep": `[${of(`${nested("{a:[", "]}", 150)},`, ONE / 4)}]`,
  "open fences": of("```\n", ONE),
  "fences in pairs": of("```\n{\n```\n", ONE),
  "a curl command with open quotes": `curl -d '${of('"\\', TEN)}`,
  "a curl command of many words": `curl ${of("-d ", TEN)}`,
  backslashes: of("\\", TEN),
  "escapes after a bracket": `{${of('\\"', TEN)}`,
  "mappings on a line": of("a: ", ONE),
  "lists on a line": of("- ", ONE),
  "keys on a line": of("? ", ONE),
  anchors: of("&a ", ONE),
  "mappings by indentation": Array.from({ length: 1_000 }, (_, level) => `${" ".repeat(level)}a:\n`).join(""),
  "comparisons or types": `x = a${of("<b", ONE / 4)}`,
  "conditions or functions": `[${of("a?(b):c,", ONE / 4)}]`,
  sums: `[1${of("+1", ONE / 4)}]`,
  "blanks after a bracket": `"[${of(" ", ONE)}`,
  "a line of blanks": `a${of(" ", ONE)}`,
  "blank lines": `x(\n${of("\n", ONE)}`,
  "signs and blanks": of("- a: ", ONE / 10) + of(" ", ONE),
  "open heredocs": `curl -d @- ${of("<<a\n", ONE)}`,
  comments: of("/*", TEN),
  "lines of comments": of("# a\n", ONE),
  "lines of a log": of("2026-01-01 {not json} [\n", TEN),
  "a command of many options": `claude mcp add ${of("-e a=b ", 9_000)}`,
  "lines that go on": of("\\\n", 9_000),
  "names and values of TOML": of("a = [\n", TEN),
  "tables in tables of TOML": `a = ${of("{a=", ONE / 8)}`,
  "entered at a prompt": of(">>> [\n... {'a':\n", TEN),
  "arrows behind quotes": of("'' => [", TEN),
  "arrows in hashes": nested("['a' => ", "]", 100_000),
  "quoted lines": of("> > a: [\n", ONE),
  "numbered lines": Array.from({ length: 60_000 }, (_, line) => `${line} {"a":\n`).join(""),
  "percent signs": `%7B${of("%22", TEN)}`,
  "letters of base64": `eyJ${of("A", ONE)}`,
  "backslashes in brackets": `{"${of("\\", TEN)}U"}`,
  "strings with backslashes": `[${of('"\\U",', ONE)}`,
  "mistakes in YAML": `tools:\n${of("\ta: [\n", ONE / 4)}`,
  "maps of maps": nested('{"a":{"type":"string"},"b":', "}", 90),
  "words with an error": `INVALID_ARGUMENT ${of("word ", TEN)}`,
};

test.each(Object.entries(TEXTS))(
  "%s",
  async (_, text) => {
    const found = await recognize(text);
    expect((found?.json?.text ?? "").length).toBeLessThan(4 * text.length);
  },
  60_000,
);

test("aliases that multiply are not followed to the end", async () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
    );
  expect((await recognize(`type: object\nproperties:\n  a: {}\n${lines.join("\n")}\n`))?.json).toBeUndefined();
}, 60_000);

test("an alias of itself ends", async () => {
  expect((await recognize("type: object\nproperties: &a\n  b: *a\n"))?.json).toBeUndefined();
});
