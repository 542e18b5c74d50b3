// Error messages, each with a way to continue.

import * as state from "../state/state";
import { Button } from "./parts";

export function Notices() {
  const progress = state.progress.value;
  const { notice } = state;
  return (
    <div id="notices">
      {progress.kind === "unavailable" && (
        <p class="notice" role="alert">
          The engine could not be loaded ({progress.message}). It needs WebAssembly and module workers.{" "}
          <Button onClick={() => location.reload()}>Reload</Button>
        </p>
      )}
      {progress.kind === "failed" && (
        <p class="notice" role="alert">
          No result: {progress.message}. Your text is still here: {!state.large.value && "change it, or "}
          give it to <code>lapidary check</code> in a terminal.
        </p>
      )}
      {notice.value && (
        <p class="notice" role="alert">
          {notice.value} <Button onClick={() => (notice.value = "")}>Close</Button>
        </p>
      )}
    </div>
  );
}
