// No text that people read has a word that the glossary retires.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { PAGES, ROOT } from "./blocks.mjs";

const GLOSSARY = "docs/GLOSSARY.md";
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const listed = (...paths) => execFileSync("git", ["ls-files", ...paths], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");

const [terms, retired] = read(GLOSSARY).split("## Retired words");
const WORDS = [...retired.split("|---|")[1].matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => cell.split(", "));
/** A few words may stand between a verb and its "out". */
const PATTERNS = WORDS.map((word) => word.replace(/ (?:it )?out$/, String.raw`(?: [\w']+){0,3} out`).replaceAll(" ", String.raw`\s+`));
const RETIRED = new RegExp(String.raw`(?<![\w-])(?:${PATTERNS.join("|")})(?![\w-])`, "gi");

/** The retired words of a text, aside from code and from holes to be filled: these are names. */
const found = (text) => text.replace(/(`+).*?\1|\{[^{}]*\}/gs, "").match(RETIRED) ?? [];

function assertNone(paths, textsOf) {
  const hits = paths.flatMap((path) => textsOf(path).flatMap(found).map((word) => `${path}: ${word}`));
  assert.equal(hits.join("\n"), "", GLOSSARY);
}

/** Of the tests, what introduces them. */
const isRead = (path) => path !== GLOSSARY && (!path.startsWith("tests/") || path.endsWith("README.md"));

/** A page without blocks of code, names of elements and targets of links; of the changelog only the unreleased part. */
function markdown(path) {
  const text = path === "CHANGELOG.md" ? read(path).split(/^## /m).slice(0, 2).join("") : read(path);
  return [text.replace(/^(```|~~~).*?^\1$|<!--.*?-->|<\/?[a-z]+|\]\([^)]*\)/gms, "")];
}

/** A string of one word is a name. */
const isProse = (literal) => /\s/.test(literal);

/** Strings and documentation, without unit tests. */
function rust(path) {
  const [source] = read(path).split(/^#\[cfg\(test\)\]\nmod tests \{/m);
  const token = /\/\/[/!]([^\n]*)|\/\/[^\n]*|\/\*.*?\*\/|r(#*)"(.*?)"\2|"((?:[^"\\]|\\.)*)"|'(?:[^'\\\n]|\\[^']*)'/gs;
  const tokens = [...source.matchAll(token)];
  return tokens.flatMap(([, comment, , raw, text]) => comment ?? [raw ?? text ?? ""].filter(isProse));
}

/** Strings, text in JSX, and of the package its documentation. */
const typescript = (parse) => (path) => {
  const { program, comments } = parse(path, read(path));
  const texts = [];
  JSON.stringify(program, (_, node) => {
    if (node?.type === "JSXText" || node?.type === "Literal") texts.push(String(node.value));
    else if (node?.type === "TemplateElement") texts.push(node.value.cooked ?? "");
    return node;
  });
  const documentation = comments.filter(({ value }) => path.startsWith("crate/") && value.startsWith("*"));
  return [...texts.filter(isProse), ...documentation.map(({ value }) => value)];
};

test("the glossary has what the check reads", () => {
  assert.ok(WORDS.length > 20 && WORDS.every((word) => /^[a-z' ]+$/.test(word)), WORDS);
  assert.deepEqual(found(terms), []);
  assert.deepEqual(found("It is refused, `refused`, as it\ncame."), ["refused", "as it\ncame"]);
  assert.deepEqual(found("leave the name out, or left. Out"), ["leave the name out"]);
});

test("pages", () => {
  assertNone(PAGES.filter(isRead), markdown);
});

test("the program, the engine and their documentation", () => {
  assertNone(listed("crate/*/src/*.rs").filter((path) => !/tests?(\.rs|\/)/.test(path)), rust);
});

test("findings, and what the program prints", () => {
  assertNone(listed("tests/specs/*.answers"), (path) => read(path).match(/^GS\d+ .*$/gm) ?? []);
  assertNone(listed("crate/cli/*.snap"), (path) => [read(path).replace(/^---.*?^---$/ms, "")]);
  assertNone(listed("crate/cli/data/lapidary.schema.json"), (path) => [read(path)]);
});

test("what registries and issue forms show", () => {
  const shown = listed(".github/ISSUE_TEMPLATE", "action.yml", ".pre-commit-hooks.yaml", "crate/*/Cargo.toml", "crate/wasm/package.json");
  assertNone(shown, (path) => [read(path)]);
});

test("the page, and the npm package", async () => {
  // The parser that builds the page.
  const { parseSync } = await import(pathToFileURL(createRequire(join(ROOT, "www/package.json")).resolve("vite")));
  const sources = listed("www/src/*.ts", "www/src/*.tsx", "crate/wasm/js/*.ts");
  assertNone(sources.filter((path) => !path.includes(".test.")), typescript(parseSync));
});
