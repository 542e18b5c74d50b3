// Starts the page: hydrates the HTML of the build, then opens a link or the last text, if there is one.

import { hydrate } from "preact";
import { App } from "./app/App";
import { follow } from "./share/session";
import { keepDraft, restoreDraft, restoreLook } from "./state/draft";
import { type FirstVisit, remember } from "./state/first";
import { openFiles } from "./share/files";
import { begin, putNext, wake } from "./state/session";
import { listen } from "./state/shortcuts";
import { whenUsed } from "./state/presence";
import * as state from "./state/state";
import "./style/index.css";

remember(JSON.parse(document.getElementById("first-visit")!.textContent) as FirstVisit);
state.embedded.value = new URLSearchParams(location.search).has("embed");
document.documentElement.dataset["embedded"] = String(state.embedded.value);
hydrate(<App />, document.getElementById("app")!);

restoreLook();
const given = await follow(location.hash);
const kept = !given && restoreDraft();
begin(!given && !kept);
keepDraft();
whenUsed(() => {
  void wake();
  keepOffline();
});

window.addEventListener("hashchange", () => void follow(location.hash));
listen();
acceptFiles();

/** Files can be dropped anywhere; a text that no editor bears is taken before it gets there. */
function acceptFiles(): void {
  const dropping = (on: boolean) => document.documentElement.toggleAttribute("data-dropping", on);
  window.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dropping(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) dropping(false);
  });
  window.addEventListener("drop", (event) => {
    dropping(false);
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    void openFiles(files);
  });
  window.addEventListener(
    "paste",
    (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const elsewhere = event.target === document.body;
      if (text.length <= state.MOST_EDITED && !(elsewhere && text)) return;
      event.preventDefault();
      event.stopPropagation();
      putNext(text, "Pasted text");
    },
    { capture: true },
  );
}

/** Keeps all files of the page, for which they are loaded: only for those who use it. */
function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const known = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (known) state.notice.value = "A newer version of this page is available: reload when you like.";
  });
  void navigator.serviceWorker.register("./offline.js").catch(() => {});
}
