// The package's main entry: ready after import, without waiting and without `init`. The engine is included, and starts
// at the first call.

import { engine } from "#engine";
import { provide } from "./start.js";

provide(engine);

export * from "./api.js";
