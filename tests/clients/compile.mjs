// Programs of a reader's, as TypeScript sees them: strictly, with the types of all clients and without skipping any.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const DIST = join(here, "../../crate/wasm/dist");
const TSC = join(here, "../../crate/wasm/node_modules/.bin/tsc");
const HOST = { target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: ["node"] };
const OPTIONS = { ...HOST, noEmit: true, strict: true, skipLibCheck: false };
/** As every project of Vite has it. */
const VITE = 'declare module "*?url" { const address: string; export default address }';

/** A folder below which the clients are found, with the package beside them; it has to be removed. */
export function project() {
  const folder = mkdtempSync(join(here, "work-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(DIST, join(folder, "node_modules/lapidary"));
  return folder;
}

/**
 * The errors of the compiler in some programs, by the names of their files, and in the package: none if they compile.
 * Errors in the clients' own code do not count.
 */
export function complaints(programs) {
  const folder = project();
  try {
    const files = Object.entries({ "vite-env.d.ts": VITE, ...programs });
    for (const [name, code] of files) writeFileSync(join(folder, name), code);
    const config = { compilerOptions: OPTIONS, files: files.map(([name]) => name) };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { stdout } = spawnSync(TSC, ["-p", folder], { encoding: "utf8" });
    return stdout.split(/\n(?! )/).filter((complaint) => !/^\S*node_modules\//.test(complaint)).join("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
