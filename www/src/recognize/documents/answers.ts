// What a model answers, and what restores its calls: neither has a schema.

import { outermost } from "./enveloped";
import type { Recognized } from "../recognized";
import { isCall, isCodec } from "../value/shape";
import type { Value } from "../value/value";

const CALL: Recognized = {
  what: "a model's call, which has no schema",
  notes: [],
  steps: [{ text: "Paste the tool that it calls, and then the call in the tab Call, which restores its arguments." }],
};

const CODEC: Recognized = {
  what: "a codec, which has no schema",
  notes: [],
  steps: [
    { text: "Restore a call with it:", command: `echo '{"codec": …, "call": {"name": …, "args": …}}' | lapidary restore` },
  ],
};

export function answered(value: Value): Recognized | undefined {
  if (isCodec(value)) return CODEC;
  return outermost(value, isCall).length > 0 ? CALL : undefined;
}
