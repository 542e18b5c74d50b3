// The state of a first visit: the example, with the answer that the page was built with.

import type { About, Examination, Offer } from "../engine/protocol";
import { showExample } from "./example";
import * as state from "./state";

/** The example that the page is built with. */
const EXAMPLE = "references";

export interface FirstVisit {
  text: string;
  about: About;
  examination: Examination;
  offer?: Offer;
}

export function remember({ text, about, examination, offer }: FirstVisit): void {
  showExample(EXAMPLE, "References", text);
  state.about.value = about;
  state.examination.value = examination;
  state.offer.value = offer;
}
