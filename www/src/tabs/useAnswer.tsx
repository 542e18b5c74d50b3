// What the engine answers for a tab: asked anew when what it depends on changes, and only the newest answer counts.

import { useEffect, useState } from "preact/hooks";
import type { Question, Questions } from "../engine/protocol";
import { engineNow } from "../state/session";

type Asked = Exclude<Question, "examine">;

export interface Answered<Answer> {
  answer?: Answer;
  /** Why there is none. */
  failed?: string;
}

/** No name while there is nothing to ask. */
export function useAnswer<Name extends Asked>(
  name: Name | undefined,
  given: Questions[Name]["given"],
  depends: unknown[],
): Answered<Questions[Name]["answer"]> {
  const [answered, settle] = useState<Answered<Questions[Name]["answer"]>>({});
  useEffect(() => {
    let current = true;
    if (name === undefined) settle({});
    else {
      engineNow()
        .ask(name, given)
        .then((answer) => current && settle({ answer }))
        .catch(
          (error: unknown) => current && settle({ failed: error instanceof Error ? error.message : String(error) }),
        );
    }
    return () => {
      current = false;
    };
  }, [name, ...depends]);
  return answered;
}

export const Failed = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : (
    <p class="notice" role="alert">
      There is no answer: {reason}.
    </p>
  );
