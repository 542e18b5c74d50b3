// Files that people open or drop: a document, several of them, or a state that was saved here.

import { engineNow, put } from "../state/session";
import * as state from "../state/state";
import { message } from "../words";
import { checked } from "./codec";
import { restore } from "./session";

const SAVED = /^\s*\{\s*"v":\s*\d+,\s*"input":/;

export async function openFiles(files: Iterable<File>): Promise<void> {
  const list = [...files];
  const names = list.map(({ name }) => name).join(", ");
  try {
    const texts = await Promise.all(list.map((file) => file.text()));
    const [only] = texts;
    if (only === undefined) return;
    if (texts.length > 1) put(await engineNow().ask("combine", { texts }), names);
    else if (SAVED.test(only)) restore(checked(only), names);
    else put(only, names);
  } catch (error) {
    state.notice.value = `${names} could not be opened: ${message(error)}.`;
  }
}
