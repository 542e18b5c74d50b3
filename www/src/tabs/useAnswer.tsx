// The answer of the engine for a tab: requested again when a dependency changes; only the newest answer counts.

import { useEffect, useState } from "preact/hooks";
import type { Question, Questions } from "../engine/protocol";
import { engineNow } from "../state/session";

type Asked = Exclude<Question, "examine">;

interface Answered<Answer> {
  answer?: Answer;
  /** Why there is none. */
  failed?: string;
  /** The answer is that to an earlier question: the present one is still waiting. */
  stale: boolean;
}

type Settled<Answer> = Omit<Answered<Answer>, "stale"> & { of: unknown[] };

/** No name while there is nothing to ask. */
export function useAnswer<Name extends Asked>(
  name: Name | undefined,
  given: Questions[Name]["given"],
  depends: unknown[],
): Answered<Questions[Name]["answer"]> {
  const asked = [name, ...depends];
  const [{ of, ...answered }, settle] = useState<Settled<Questions[Name]["answer"]>>({ of: [] });
  useEffect(() => {
    let current = true;
    if (name === undefined) settle({ of: asked });
    else {
      engineNow()
        .ask(name, given)
        .then((answer) => current && settle({ answer, of: asked }))
        .catch((error: unknown) => {
          if (current) settle({ failed: error instanceof Error ? error.message : String(error), of: asked });
        });
    }
    return () => {
      current = false;
    };
  }, asked);
  return { ...answered, stale: asked.some((part, index) => part !== of[index]) };
}

export const Failed = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : (
    <p class="notice" role="alert">
      No result: {reason}.
    </p>
  );
