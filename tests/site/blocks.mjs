// The fenced blocks of what readers are given.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** Those of the next commit, too. */
const LISTED = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
export const PAGES = execFileSync("git", LISTED, { cwd: ROOT, encoding: "utf8" }).trim().split("\n");

/** The blocks of a page: language, what else stands behind the fence, the code, and the place where each begins. */
export function blocksOf(page) {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```(\w*) ?([^\n]*)\n(.*?)^```$/gms)].map(({ 1: language, 2: label, 3: code, index }) => {
    return { page, language, label, code, at: `${page}:${text.slice(0, index).split("\n").length}` };
  });
}
