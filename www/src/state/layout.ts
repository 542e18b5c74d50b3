// The parts of the layout that people can change.

import { signal } from "@preact/signals";

/** The input's share of the width, in percent. */
export const split = signal(38);
