// Answers of the engine: requested again when a dependency changes; only the newest answer counts.

import { useEffect, useState } from "preact/hooks";
import type { Question, Questions } from "../engine/protocol";
import { engineNow } from "../state/session";
import { message } from "../words";

type Asked = Exclude<Question, "examine">;

interface Answered<Answer> {
  answer?: Answer;
  /** Why there is none. */
  failed?: string;
  /** The answer is that to an earlier question: the present one is still waiting. */
  stale: boolean;
}

type Settled<Answer> = Omit<Answered<Answer>, "stale"> & { of: unknown[] };

/** No promise while there is nothing to ask. */
export function useAsked<Answer>(
  ask: () => Promise<Answer> | undefined,
  settle: (answer: Answer) => void,
  fail: (reason: string) => void,
  depends: unknown[],
): void {
  useEffect(() => {
    let current = true;
    ask()
      ?.then((answer) => current && settle(answer))
      .catch((error: unknown) => current && fail(message(error)));
    return () => {
      current = false;
    };
  }, depends);
}

/** No name while there is nothing to ask. */
export function useAnswer<Name extends Asked>(
  name: Name | undefined,
  given: Questions[Name]["given"],
  depends: unknown[],
): Answered<Questions[Name]["answer"]> {
  const asked = [name, ...depends];
  const [{ of, ...answered }, settle] = useState<Settled<Questions[Name]["answer"]>>({ of: [] });
  useAsked(
    () => {
      if (name !== undefined) return engineNow().ask(name, given);
      settle({ of: asked });
    },
    (answer) => settle({ answer, of: asked }),
    (failed) => settle({ failed, of: asked }),
    asked,
  );
  return { ...answered, stale: asked.some((part, index) => part !== of[index]) };
}

export const Failed = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : (
    <p class="notice" role="alert">
      No result: {reason}.
    </p>
  );
