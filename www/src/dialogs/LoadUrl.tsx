// A document of another host: nothing is asked of it before the user said so.

import { Button } from "../app/parts";
import { put } from "../state/session";
import { wantedUrl } from "../share/session";
import * as state from "../state/state";
import { Dialog } from "./Dialog";

const MOST_BYTES = 20_000_000;

export function LoadUrl() {
  return <Dialog id="url" title="Load a document?"><Body /></Dialog>;
}

async function load(url: URL): Promise<void> {
  state.dialog.value = undefined;
  try {
    const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    if (Number(response.headers.get("content-length")) > MOST_BYTES) throw new Error("it is larger than 20 MB");
    put(await response.text(), url.href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    state.notice.value = `${url.host} did not give the document (${reason}). It may not allow other sites to read it: download it and open the file here.`;
  }
}

function Body() {
  const url = wantedUrl.value;
  if (!url) return null;
  return (
    <>
      <p>The link asks to load a document from <strong>{url.host}</strong>:</p>
      <p><code class="url">{url.href}</code></p>
      <p>That host will see your address. What it answers is read in this browser alone.</p>
      <p class="actions">
        <Button primary onClick={() => void load(url)}>Load from {url.host}</Button>
        <Button onClick={() => (state.dialog.value = undefined)}>Cancel</Button>
      </p>
    </>
  );
}
