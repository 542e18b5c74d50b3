// A page of its own for documents of other hosts: it alone may ask them, and it holds nothing that was pasted.

import { hand, wanted } from "./share/foreign";
import "./style/index.css";

const MOST_BYTES = 20_000_000;

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const say = (text: string) => (byId("said").textContent = text);

async function load(url: URL): Promise<void> {
  say(`Loading from ${url.host}…`);
  try {
    const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    if (Number(response.headers.get("content-length")) > MOST_BYTES) throw new Error("it is larger than 20 MB");
    hand({ text: await response.text(), origin: url.href });
    location.replace("./#loaded");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(
      `${url.host} did not give the document (${reason}). It may not allow other sites to read it: download it, and open the file on the page.`,
    );
  }
}

const url = wanted(location.hash);
if (url) {
  byId("host").textContent = url.host;
  byId("address").textContent = url.href;
  byId("load").textContent = `Load from ${url.host}`;
  byId("load").addEventListener("click", () => void load(url));
} else {
  for (const part of document.querySelectorAll<HTMLElement>("[data-asks]")) part.hidden = true;
  say("The link could not be opened: only addresses that begin with https are loaded.");
}
