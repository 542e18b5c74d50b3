// The declaration as it is sent.

import { CopyButton, download, Button, count } from "../app/parts";
import { engineNow } from "../state/session";
import * as state from "../state/state";
import { Actions, Code } from "./Panel";

export function Declaration() {
  const detail = state.detail.value;
  if (!detail) return null;
  const tools = state.overview.value?.tools.length ?? 0;
  const all = () => engineNow().ask("output", undefined);
  return (
    <>
      <Actions text={() => detail.declaration} file={`${detail.name || "schema"}.json`}>
        {tools > 1 && (
          <>
            <CopyButton text={all}>Copy all {tools.toLocaleString("en")}</CopyButton>
            <Button onClick={() => void all().then((text) => download("declarations.json", text))}>
              Download all {count(tools, "tool")}
            </Button>
          </>
        )}
      </Actions>
      <Code text={detail.declaration} label="Declaration" marked={detail.output[state.selectedRow.value ?? ""]} />
    </>
  );
}
