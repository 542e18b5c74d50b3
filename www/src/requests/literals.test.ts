import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { quoted } from "../recognize/value/shell";
import { expression } from "./literals";

const HOSTILE = [
  "", "a b", "it's", "''", "$(id) `id` $HOME", 'x"; echo no; : "', "\\", "a\\'b", "a\nb", "!!", "*", "-n", "$'",
  "\u2028",
];

test("a word of the shell is the text", () => {
  for (const text of HOSTILE) {
    const printed = execFileSync("sh", ["-c", `printf '%s' ${quoted(text)}`], { encoding: "utf8" });
    expect(printed).toBe(text);
  }
});

describe("an expression of JavaScript", () => {
  const evaluated = (json: string) => JSON.stringify(new Function(`return ${expression(json)};`)());
  const HIDDEN = [
    '{"__proto__": {"a": 1}}',
    '{"a": {"__proto__": null, "b": [{"__proto__": 1}]}}',
    String.raw`{"\u005f_proto__": {"a": 1}}`,
    '{"__proto__"\n:\t[]}',
  ];
  const PLAIN = [
    '{"a": "__proto__", "b": 1}',
    String.raw`{"x\"__proto__": {"a": 1}}`,
    String.raw`{"a": "\"__proto__\": 1"}`,
    String.raw`{"a": "\\", "__proto_": "\\\""}`,
    JSON.stringify(Object.fromEntries(HOSTILE.map((text) => [text, text]))),
  ];

  test("has the properties of the JSON", () => {
    for (const json of [...HIDDEN, ...PLAIN]) expect(evaluated(json)).toBe(JSON.stringify(JSON.parse(json)));
  });

  test("is the JSON as it is spelled where that says the same", () => {
    for (const json of PLAIN) expect(expression(json)).toBe(json);
    expect(expression('{"__proto__": 1.0}')).toBe('{["__proto__"]: 1.0}');
  });
});
