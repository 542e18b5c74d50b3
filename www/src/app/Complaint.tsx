// An API's error, and the place for the tool that it is about.

import { focusInput } from "../editor/input";
import { quoted } from "../recognize/explain";
import { put } from "../state/session";
import * as state from "../state/state";
import { Button } from "./parts";

export function Complaint() {
  const awaitsTool = (state.overview.value?.tools.length ?? 0) === 0;
  return (
    <section class="complaint" aria-label="API error">
      <p class="headline">
        <span class="sign error" aria-hidden="true">
          ✕
        </span>
        <span>{state.other.value ? <span id="verdict">This is an error of an API.</span> : "The error"}</span>
      </p>
      <blockquote>{quoted(state.complaint.value)}</blockquote>
      {awaitsTool && (
        <p>
          Paste the tool or the request that it is about: the result shows what the API rejects in it. In a terminal,{" "}
          <code>lapidary explain</code> says what the message means.
        </p>
      )}
      <span class="actions">
        {awaitsTool && (
          <Button primary onClick={pasteTool}>
            Paste the tool
          </Button>
        )}
        {!state.other.value && <Button onClick={() => (state.complaint.value = "")}>Close the error</Button>}
      </span>
    </section>
  );
}

/** Makes room for the tool; the error stays in sight. */
function pasteTool(): void {
  put("", "", { keepComplaint: true });
  state.pane.value = "input";
  focusInput();
}
