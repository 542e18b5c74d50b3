// What tests of the page's parts find: the engine, loaded.

import { readFileSync } from "node:fs";
import { initSync } from "lapidary/slim";

initSync(readFileSync("node_modules/lapidary/lapidary.wasm"));
