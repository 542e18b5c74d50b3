// Makes `dist`, the folder that npm packs. Every entry is built as an ES module and as CommonJS, and once more for each
// host that accepts the engine only as a module compiled at deployment.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { cargo, packages } from "../../scripts/lib/systems.mjs";
import { encodeInto } from "./glue.mjs";

/** Each is a file of `js`, or a folder with an index there, and a subpath of the package. */
const ENTRIES = ["index", "slim", "fetch", "langchain", "langchain-google-genai", "ai-sdk", "google-genai", "mcp"];
/**
 * Code that entries share. The other entries, and `fetching.ts`, are not part of it: they bring the engine, which `slim`
 * does without.
 */
const SHARED = new RegExp(String.raw`/crate/wasm/(js/(?!engine/|(fetching|${ENTRIES.join("|")})(/index)?\.ts$)|pkg/.*\.js$)`);
const WASM = "lapidary.wasm";
/** The same engine, compiled for size. */
const SMALL = "small.wasm";
/** Hosts that do not compile bytes, by their condition in `exports`, and how they import the file as a module. */
const MODULE_HOSTS = { workerd: `../${WASM}`, "edge-light": `../${WASM}?module` };
const DIST = "dist";

process.chdir(import.meta.dirname);
const sources = Object.fromEntries(ENTRIES.map((name) => [name, existsSync(`js/${name}.ts`) ? name : `${name}/index`]));

async function bundle(format, dir, engine, paths = {}) {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, `js/${source}.ts`])),
    external: /^[^.#/]/,
    moduleTypes: { ".wasm": "base64" },
    plugins: [encodeInto],
    resolve: { alias: { "#engine": join(import.meta.dirname, `js/engine/${engine}.ts`) } },
  });
  const extension = format === "cjs" ? "cjs" : "js";
  await build.write({
    dir,
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    exports: "named",
    codeSplitting: {
      groups: [
        { name: "shared", test: SHARED, minShareCount: 2, priority: 1 },
        { name: "engine", test: /\/crate\/wasm\/js\/(index\.ts$|engine\/)|\.wasm$/ },
      ],
    },
    paths,
  });
  await build.close();
}

/** Derives the declarations for CommonJS from those that `tsc` wrote: there, imports have another extension. */
function declareCommonJs() {
  for (const file of readdirSync(DIST, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(DIST, file), "utf8");
    writeFileSync(join(DIST, file.replace(/ts$/, "cts")), text.replace(/((?:from|import\()\s*"\.[^"]*)\.js"/g, '$1.cjs"'));
  }
}

function conditions(name) {
  const types = `./${sources[name]}.d.ts`;
  return {
    ...Object.fromEntries(Object.keys(MODULE_HOSTS).map((host) => [host, { types, default: `./${host}/${name}.js` }])),
    import: { types, default: `./${name}.js` },
    require: { types: `./${sources[name]}.d.cts`, default: `./${name}.cjs` },
  };
}

function manifest() {
  const { private: _, imports, scripts, devDependencies, ...own } = JSON.parse(readFileSync("package.json", "utf8"));
  const repository = cargo("Cargo.toml", "repository");
  const version = cargo("Cargo.toml", "version");
  return {
    ...own,
    version,
    license: cargo("Cargo.toml", "license"),
    repository: { type: "git", url: `git+${repository}.git`, directory: "crate/wasm" },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    main: "./index.cjs",
    module: "./index.js",
    types: "./index.d.ts",
    // The program for the system of the installation; no import needs it.
    bin: { lapidary: "bin.js" },
    optionalDependencies: Object.fromEntries(packages.map((name) => [name, version])),
    exports: {
      ...Object.fromEntries(ENTRIES.map((name) => [name === "index" ? "." : `./${name}`, conditions(name)])),
      "./wasm": `./${WASM}`,
      "./wasm/small": `./${SMALL}`,
      // The documentation of the rules, for pages and programs that show it: the engine does not contain it.
      "./rules.json": "./rules.json",
      "./package.json": "./package.json",
    },
    // These register the engine when they are imported; all others have no effect.
    sideEffects: ["index", "engine"].flatMap((name) => [`./${name}.*`, `./*/${name}.js`]),
  };
}

rmSync(DIST, { recursive: true, force: true });
execFileSync("node_modules/.bin/tsc", ["-p", "js"], { stdio: "inherit" });
await bundle("esm", DIST, "inline");
await bundle("cjs", DIST, "inline");
for (const [host, wasm] of Object.entries(MODULE_HOSTS)) {
  await bundle("esm", join(DIST, host), "module", { "lapidary/wasm": wasm });
}
// Nothing refers to these declarations.
rmSync(join(DIST, "engine"), { recursive: true });
declareCommonJs();
copyFileSync("pkg/lapidary_wasm_bg.wasm", join(DIST, WASM));
copyFileSync("pkg/small/lapidary_wasm_bg.wasm", join(DIST, SMALL));
for (const file of ["README.md", "bin.js", "rules.json", "../../LICENSE-MIT", "../../LICENSE-APACHE"]) copyFileSync(file, join(DIST, basename(file)));
writeFileSync(join(DIST, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
