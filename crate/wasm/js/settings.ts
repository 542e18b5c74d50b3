// The options of calls. Equal ones are recognized without being written as text, in which some that differ are alike.

import { copyOf } from "./copy.js";
import { flat } from "./flat.js";
import { type Snapshot, isUnchanged, snapshotOf } from "./snapshot.js";

/** Options as they were when they were given: the same object for each call with equal ones. */
export interface Setting<Options = object> {
  /** For the engine, which checks them. */
  readonly options: Options | undefined;
}

interface Known {
  setting: Setting;
  snapshot: Snapshot;
}

/** The most settings that are recognized. */
const MOST = 64;

/** The most recently used first. */
const known: Known[] = [];

/** The setting of some options; a new one for what is no plain data, such as a `Map`, which is not recognized. */
export function settingOf<Options extends object>(given: Options | undefined): Setting<Options> {
  const options = flat(given);
  const at = known.findIndex(({ snapshot }) => isUnchanged(options, snapshot));
  const [found] = at < 0 ? [] : known.splice(at, 1);
  const snapshot = found ? found.snapshot : snapshotOf(options);
  if (!snapshot) return { options };
  const setting = found?.setting ?? { options: copyOf(options) };
  known.unshift({ setting, snapshot });
  if (known.length > MOST) known.pop();
  return setting as Setting<Options>;
}
