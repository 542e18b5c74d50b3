// The rows of the comparison: what each is called, what is run for it, and what of it is shipped.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { PACKAGES, versionOf } from "./packages.mjs";

const HERE = new URL(".", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, HERE));
const read = (name) => readFileSync(new URL(name, HERE), "utf8");

/** The newest Node: some of the packages ask for it. */
const NODE = path("node_modules/.bin/node");
const DIST = "../../crate/wasm/dist";

// The environment of litellm and the others: a fake key, and no download of a price list.
const ENVIRONMENT = { PATH: process.env.PATH, GOOGLE_API_KEY: "none", LITELLM_LOCAL_MODEL_COST_MAP: "True" };

const OURS = [
  ["Lapidary, drop-in", "gemini", "drop-in", "`transformTools`"],
  ["Lapidary, `auto`", "auto", "drop-in", "`transformTools` with `target: \"auto\"`"],
  ["Lapidary, round-trip", "gemini", "round-trip", "`transformTools` with `mode: \"round-trip\"`, calls by `restoreCall`"],
];

/** Packages of PyPI: the distribution, its way, and the environment that it is installed in. */
const PYTHON = {
  "google-genai": ["google-genai", "a session among the `tools` of a request", "NEWEST"],
  LiteLLM: ["litellm", "`completion`, with tools in OpenAI's format", "CLIENTS"],
  "pydantic-ai": ["pydantic-ai-slim", "`GoogleModel`, with an `ExternalToolset`", "CLIENTS"],
  "google-adk": ["google-adk", "`McpTool`, with the model `Gemini`", "CLIENTS"],
  "langchain-google-genai": ["langchain-google-genai", "`bind_tools`, with tools as `langchain-mcp-adapters` makes them", "CLIENTS"],
};
/** Each environment: the variable that names its interpreter, and its pinned packages. */
const ENVIRONMENTS = {
  NEWEST: ["COMPARE_PYTHON_NEWEST", "../oracle/requirements.txt"],
  CLIENTS: ["COMPARE_PYTHON_CLIENTS", "../gateway/requirements.txt"],
};

const lock = JSON.parse(read("package-lock.json"));

const ours = ([name, target, mode, way]) => ({
  name,
  isOurs: true,
  packages: [{ name: "lapidary", version: JSON.parse(read(`${DIST}/package.json`)).version }],
  way,
  command: [NODE, path("lapidary.mjs"), "declare", target, mode],
  options: { env: ENVIRONMENT },
});

const npm = ([name, { packages, way, imports }]) => ({
  name,
  packages: packages.map((folder) => versionOf(folder, lock)),
  way,
  imports,
  command: [NODE, path("javascript.mjs"), name],
  options: { env: ENVIRONMENT },
});

const pypi = ([name, [distribution, way, environment]]) => {
  const [variable, requirements] = ENVIRONMENTS[environment];
  const [, version] = new RegExp(`^${distribution}==(.*)$`, "m").exec(read(requirements));
  return {
    name,
    packages: [{ name: distribution, version }],
    way,
    wheel: `${distribution}==${version}`,
    command: [process.env[variable] ?? "python3", path("python.py"), name],
    options: { env: ENVIRONMENT },
  };
};

export const ROWS = [
  ...OURS.map(ours),
  ...Object.entries(PACKAGES).map(npm),
  ...Object.entries(PYTHON).map(pypi),
];
