// The state as what a link holds, and the way back.

import { batch, effect } from "@preact/signals";
import { choicesFrom, isTab } from "../state/choices";
import { openExample } from "../state/example";
import { chooseTool, put } from "../state/session";
import * as state from "../state/state";
import { message } from "../words";
import { BadLink, decode, type Shared } from "./codec";
import { asks, taken } from "./foreign";

export function shared(): Shared {
  const { target, mode, ...options } = state.choices.peek();
  const tool = state.toolIndex.peek();
  return {
    input: state.text.peek(),
    target,
    mode,
    tab: state.tab.peek(),
    ...(tool > 0 && { tool }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

export function restore({ input, target, mode, tab, tool, options }: Shared, origin = ""): void {
  batch(() => {
    put(input, origin);
    state.choices.value = choicesFrom({ ...options, ...(target && { target }), ...(mode && { mode }) });
    if (isTab(tab)) state.tab.value = tab;
    if (tool !== undefined && Number.isInteger(tool) && tool >= 0) chooseTool(tool);
  });
}

let unlink = () => {};

/** From now on the address is that of this state: another text, and other choices, drop its link. */
export function linked(): void {
  unlink();
  const [text, choices] = [state.text.peek(), state.choices.peek()];
  unlink = effect(() => {
    const isOther = text !== state.text.value || choices !== state.choices.value;
    if (isOther && location.hash !== "") dropLink();
  });
}

/** Follows `#v1=…`, `#ex=…` or `#url=…`, which another page asks about; whether there was one. */
export async function follow(hash: string): Promise<boolean> {
  const text = hash.replace(/^#/, "");
  unlink();
  try {
    if (/^v\d+=/.test(text)) restore(await decode(text), "Shared link");
    else if (text.startsWith("ex=")) await openExample(text.slice("ex=".length));
    else if (asks(hash)) location.replace(`./load.html${hash}`);
    else if (text === "loaded") takeLoaded();
    else return false;
    return true;
  } catch (error) {
    state.notice.value = `The link could not be opened: ${message(error)}.`;
    return false;
  } finally {
    linked();
  }
}

function takeLoaded(): void {
  const loaded = taken();
  if (!loaded) throw new BadLink("the loaded document is no longer available");
  put(loaded.text, loaded.origin);
  dropLink();
}

const dropLink = () => history.replaceState(null, "", location.pathname + location.search);
