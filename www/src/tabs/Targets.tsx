// What every target makes of the tool, side by side.

import { Button, Prose } from "../app/parts";
import * as state from "../state/state";
import { Failed, useAnswer } from "./useAnswer";
import { bytes, capital, count } from "../words";

export function Targets() {
  const { detail, choices } = state;
  const { answer: comparison, failed } = useAnswer("compare", { tool: detail.value?.index ?? 0 }, [detail.value]);
  if (failed !== undefined) return <Failed reason={failed} />;
  if (!comparison) return <p class="quiet">Comparing…</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Targets compared">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">As written</th>
            <th scope="col">Parameters sent</th>
            <th scope="col">Accepts more</th>
            <th scope="col">Accepts less</th>
            <th scope="col">Size</th>
            <th scope="col">
              <span class="hidden">Choose</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {comparison.map(({ target, summary, refused, counts, more, less, bytes: size }) => (
            <tr key={target} aria-current={target === choices.value.target}>
              <th scope="row">
                <code>{target}</code>
                <div class="quiet">
                  <Prose text={capital(summary)} />
                </div>
              </th>
              <td>
                {refused ? (
                  <span class="badge error">
                    <span aria-hidden="true">✕</span> rejected
                  </span>
                ) : (
                  <span class="badge fine">
                    <span aria-hidden="true">✓</span> accepted
                  </span>
                )}
              </td>
              <td>
                {counts.parameters - (counts.marks.gone ?? 0)} of {counts.parameters}
                {counts.emptied > 0 && <div class="quiet">{counts.emptied} of them empty</div>}
              </td>
              <td>{more === 0 ? "nothing" : count(more, "finding")}</td>
              <td>{less === 0 ? "nothing" : count(less, "finding")}</td>
              <td class="size">{bytes(size)}</td>
              <td>
                {target === choices.value.target ? (
                  <span class="quiet">shown</span>
                ) : (
                  <Button label={`Show ${target}`} onClick={() => (choices.value = { ...choices.value, target })}>
                    Show
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
