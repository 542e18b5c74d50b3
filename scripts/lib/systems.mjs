// Packages of the program for each system in crate/cli/data/systems.json.
// node systems.mjs npm TARGET PROGRAM FOLDER   writes an npm package with a built program
// node systems.mjs wheel TARGET                prints the platform tag that the wheel gets in addition
// node systems.mjs formula SUMS                prints a formula for Homebrew, with the checksums of that file

import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const SYSTEMS = JSON.parse(read("crate/cli/data/systems.json"));

/** The first value of a key in a `Cargo.toml`. */
export const cargo = (path, key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(read(path))[1];
const about = {
  description: cargo("crate/cli/Cargo.toml", "description"),
  version: cargo("Cargo.toml", "version"),
  license: cargo("Cargo.toml", "license"),
  repository: cargo("Cargo.toml", "repository"),
};

export const packages = SYSTEMS.map(({ os, cpu }) => `@lapidary-schema/cli-${os}-${cpu}`);

function system(target) {
  const found = SYSTEMS.find((one) => one.target === target);
  if (!found) throw new Error(`no system is called ${target}`);
  return found;
}

function npm(target, program, folder) {
  const { os, cpu } = system(target);
  const main = os === "win32" ? "lapidary.exe" : "lapidary";
  mkdirSync(folder, { recursive: true });
  copyFileSync(program, join(folder, main));
  chmodSync(join(folder, main), 0o755);
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, "README.md"), `The program of [lapidary](https://www.npmjs.com/package/lapidary) for ${os} on ${cpu}.\n`);
  const repository = { type: "git", url: `git+${about.repository}.git`, directory: "crate/cli" };
  const manifest = { name: `@lapidary-schema/cli-${os}-${cpu}`, ...about, repository, os: [os], cpu: [cpu], main, preferUnplugged: true };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function formula(sums) {
  const checksums = Object.fromEntries(readFileSync(sums, "utf8").split("\n").map((line) => line.split(/\s+/).reverse()));
  const place = ({ target, cpu }) => {
    const archive = `lapidary-${target}.tar.gz`;
    if (!checksums[archive]) throw new Error(`${sums} has no ${archive}`);
    return `    on_${cpu === "x64" ? "intel" : "arm"} do
      url "${about.repository}/releases/download/v${about.version}/${archive}"
      sha256 "${checksums[archive]}"
    end
`;
  };
  const places = (os) => SYSTEMS.filter((one) => one.os === os).map(place).join("");
  const license = about.license.split(" OR ").map((name) => `"${name}"`).join(", ");
  return `class Lapidary < Formula
  desc "${about.description.split(",")[0]}"
  homepage "${about.repository}"
  version "${about.version}"
  license any_of: [${license}]

  on_macos do
${places("darwin")}  end

  on_linux do
${places("linux")}  end

  def install
    bin.install "lapidary"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"lapidary", "completions")
  end

  test do
    (testpath/"tool.json").write('{"name":"t","inputSchema":{"type":"object"}}')
    system bin/"lapidary", "check", "tool.json"
  end
end
`;
}

const [command, ...given] = process.argv[1] === import.meta.filename ? process.argv.slice(2) : [];
if (command === "npm") npm(...given);
if (command === "wheel") console.log(system(...given).wheel ?? "");
if (command === "formula") process.stdout.write(formula(...given));
