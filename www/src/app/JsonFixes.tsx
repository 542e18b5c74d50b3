// Text that is almost JSON: what would put it right is offered, never done in silence.

import { useEffect, useState } from "preact/hooks";
import { engineNow, put } from "../state/session";
import * as state from "../state/state";
import { Button } from "./parts";

export function JsonFixes() {
  const text = state.text.value;
  const broken = state.overview.value?.issues.some(({ code }) => code === "invalid-json") ?? false;
  const [fix, offer] = useState<{ text: string; first: string; of: string }>();
  useEffect(() => {
    let current = true;
    if (!broken || text.trim() === "") return offer(undefined);
    void engineNow()
      .ask("repair", { text })
      .then((found) => current && offer(found && { ...found, of: text }))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [broken, text]);
  if (!broken || fix?.of !== text) return null;
  return (
    <p class="fix-offer">
      <Button onClick={() => put(fix.text, state.origin.peek())}>Correct the JSON</Button>
      <span>{fix.first}</span>
    </p>
  );
}
