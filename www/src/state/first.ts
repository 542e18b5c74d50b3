// The state of a first visit: the example, with the answer that the page was built with.

import type { About, Examination } from "../engine/protocol";
import * as state from "./state";

export interface FirstVisit {
  text: string;
  about: About;
  examination: Examination;
}

export function remember({ text, about, examination }: FirstVisit): void {
  state.text.value = text;
  state.origin.value = "Example";
  state.about.value = about;
  state.examination.value = examination;
}
