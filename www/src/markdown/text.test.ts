import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cell, code, prose } from "./text";

/** The output of the program, whose tests compare it with GitHub's renderer. */
const CASES: { text: string; code: string; prose: string }[] = JSON.parse(
  readFileSync("../tests/hostile-text.json", "utf8"),
);

test.each(CASES)("$text is written as the program writes it", ({ text, ...written }) => {
  expect({ code: cell(code(text)), prose: cell(prose(text)) }).toEqual(written);
});
