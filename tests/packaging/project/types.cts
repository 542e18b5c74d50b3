// The same types, as CommonJS gets them.

import lapidary = require("lapidary");
import slim = require("lapidary/slim");

export type Codecs = lapidary.Codecs;

// @ts-expect-error A misspelt name.
lapidary.transformText("{}", { taget: "gemini" });
// @ts-expect-error The main entry needs no start.
lapidary.init();
slim.init(new URL("https://lapidary.invalid/lapidary.wasm"));
