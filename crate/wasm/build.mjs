// Makes `dist`, the folder that npm packs. Every entry is there as an ES module and as CommonJS, and once
// more for hosts that take the engine as a compiled module only.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";

/** Each is a file of `js`, or a folder with an index there, and a subpath of the package. */
const ENTRIES = ["index", "slim", "fetch", "langchain", "ai-sdk", "google-genai", "mcp"];
/** What Cloudflare's and Vercel's hosts are called in the conditions of `exports`. */
const COMPILED_HOSTS = ["workerd", "edge-light"];
const DIST = "dist";
const WASM = "lapidary.wasm";

process.chdir(import.meta.dirname);
const sources = Object.fromEntries(
  ENTRIES.map((name) => [name, [`js/${name}.ts`, `js/${name}/index.ts`].find(existsSync)]).filter(([, file]) => file),
);

async function bundle(format, engine, dir) {
  const build = await rolldown({
    input: sources,
    external: /^[^.#/]/,
    moduleTypes: { ".wasm": "base64" },
    resolve: { alias: { "#engine": join(import.meta.dirname, `js/engine/${engine}.ts`) } },
  });
  const extension = format === "cjs" ? "cjs" : "js";
  await build.write({
    dir,
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared-[name].${extension}`,
    exports: "named",
    paths: { "lapidary/wasm": `../${WASM}` },
  });
  await build.close();
}

/** The declarations that `tsc` wrote, for the CommonJS side, whose neighbours have another extension. */
function declareCommonJs() {
  for (const file of readdirSync(DIST, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(DIST, file), "utf8");
    writeFileSync(join(DIST, file.replace(/ts$/, "cts")), text.replace(/((?:from|import\()\s*"\.[^"]*)\.js"/g, '$1.cjs"'));
  }
}

function conditions(name) {
  const types = `./${sources[name].slice("js/".length).replace(/\.ts$/, ".d")}`;
  const compiled = { types: `${types}.ts`, default: `./compiled/${name}.js` };
  return {
    ...Object.fromEntries(COMPILED_HOSTS.map((host) => [host, compiled])),
    import: { types: `${types}.ts`, default: `./${name}.js` },
    require: { types: `${types}.cts`, default: `./${name}.cjs` },
  };
}

/** What `Cargo.toml` says of the whole workspace. */
function workspace(key) {
  const [, value] = new RegExp(`^${key} = "(.*)"$`, "m").exec(readFileSync("../../Cargo.toml", "utf8"));
  return value;
}

function manifest() {
  const { private: _, imports, scripts, devDependencies, ...own } = JSON.parse(readFileSync("package.json", "utf8"));
  const repository = workspace("repository");
  const { index, ...subpaths } = Object.fromEntries(Object.keys(sources).map((name) => [name, conditions(name)]));
  return {
    ...own,
    version: workspace("version"),
    license: workspace("license"),
    repository: { type: "git", url: `git+${repository}.git`, directory: "crate/wasm" },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    main: "./index.cjs",
    module: "./index.js",
    types: "./index.d.ts",
    exports: {
      ".": index,
      ...Object.fromEntries(Object.entries(subpaths).map(([name, targets]) => [`./${name}`, targets])),
      "./wasm": `./${WASM}`,
      "./package.json": "./package.json",
    },
    // The main entry says where its engine comes from when it is imported; all else only declares.
    sideEffects: ["./index.js", "./index.cjs", "./compiled/index.js"],
  };
}

rmSync(DIST, { recursive: true, force: true });
execFileSync("node_modules/.bin/tsc", ["-p", "js"], { stdio: "inherit" });
await bundle("esm", "inline", DIST);
await bundle("cjs", "inline", DIST);
await bundle("esm", "module", join(DIST, "compiled"));
declareCommonJs();
copyFileSync("pkg/lapidary_wasm_bg.wasm", join(DIST, WASM));
for (const file of ["README.md", "../../LICENSE-MIT", "../../LICENSE-APACHE"]) copyFileSync(file, join(DIST, basename(file)));
writeFileSync(join(DIST, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
