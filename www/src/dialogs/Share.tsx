// A link that holds everything, in its part that no server sees; for large texts, a file.

import { useEffect, useState } from "preact/hooks";
import { Button, CopyButton, download } from "../app/parts";
import { linked, shared } from "../share/session";
import { encode } from "../share/codec";
import { openFiles } from "../share/files";
import * as state from "../state/state";
import { Dialog } from "./Dialog";

/** Chat programs truncate longer ones. */
const LONG = 16_000;

export function Share() {
  return (
    <Dialog id="share" title="Share">
      <Body />
    </Dialog>
  );
}

/** Whether a host is the machine of whoever asks for it. */
export const isLoopback = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** The page in a frame of another page, without its header. */
function frameOf(link: string): string {
  if (link === "") return "";
  const url = new URL(link);
  url.search = "?embed";
  return `<iframe src="${url.href}" title="Lapidary" width="100%" height="700" loading="lazy"></iframe>`;
}

function Body() {
  const [link, show] = useState("");
  useEffect(() => {
    if (state.large.peek()) return;
    void encode(shared()).then((hash) => {
      const url = new URL(location.href);
      url.hash = hash;
      history.replaceState(null, "", url);
      linked();
      show(url.href);
    });
  }, []);
  return (
    <>
      {state.large.value ? (
        <p>This text is too large for a link. Save it as a file instead.</p>
      ) : (
        <>
          <p>
            The link contains your text, target, mode and options after its <code>#</code>, which browsers send to no
            server.
          </p>
          <label class="field">
            Link <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          {isLoopback(location.hostname) && (
            <p class="warning-text">
              This page is served by your machine, at {location.host}: other machines cannot open the link. Save as a
              file instead.
            </p>
          )}
          {link.length > LONG && (
            <p class="warning-text">
              It has {link.length.toLocaleString("en")} characters: some programs truncate such links. A file is safer.
            </p>
          )}
          <p class="actions">
            <CopyButton text={() => link}>Copy link</CopyButton>
          </p>
          <label class="field">
            Embed <input readOnly value={frameOf(link)} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <p class="actions">
            <CopyButton text={() => frameOf(link)}>Copy HTML</CopyButton>
          </p>
        </>
      )}
      <p class="actions">
        <Button onClick={() => download("lapidary.json", JSON.stringify({ v: 1, ...shared() }, null, 2))}>
          Save as a file
        </Button>
        <label class="button">
          Open a saved file
          <input
            type="file"
            class="hidden"
            accept=".json"
            onChange={(event) => {
              void openFiles(event.currentTarget.files ?? []);
              state.dialog.value = undefined;
            }}
          />
        </label>
      </p>
    </>
  );
}
