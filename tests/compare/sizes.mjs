// The size of a package: for npm, the imports of a program that uses it, bundled, minified and gzipped; for PyPI, the
// wheel without its dependencies.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Bytes of a row; that of Lapidary is recorded in tests/packaging/sizes.json. */
export async function size({ isOurs, imports, wheel }, python) {
  if (isOurs) return undefined;
  return wheel ? wheelSize(wheel, python) : gzipSync(await bundle(imports), { level: 9 }).length;
}

async function bundle(imports) {
  const { outputFiles } = await build({
    stdin: { contents: imports, resolveDir: HERE },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}

function wheelSize(pinned, python) {
  const folder = mkdtempSync(join(tmpdir(), "wheel-"));
  const quiet = ["--quiet", "--disable-pip-version-check"];
  execFileSync(python, ["-m", "pip", "download", ...quiet, "--no-deps", "--only-binary", ":all:", "--dest", folder, pinned]);
  const [file] = readdirSync(folder);
  const { size } = statSync(join(folder, file));
  rmSync(folder, { recursive: true });
  return size;
}
