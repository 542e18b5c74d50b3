// The results of the tool for every target, side by side.

import { Button, Prose } from "../app/parts";
import * as state from "../state/state";
import { capital } from "../words";
import { COLUMNS, asMarkdown, inWords } from "./comparison";
import { Actions } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";
import "../style/plain.css";

export function Targets() {
  const { detail, choices } = state;
  const given = { tool: detail.value?.index ?? 0 };
  const { answer: comparison, failed, stale } = useAnswer("compare", given, [detail.value]);
  if (failed !== undefined) return <Failed reason={failed} />;
  if (!comparison) return <p class="quiet">Comparing…</p>;
  return (
    <>
      <Actions text={() => asMarkdown(detail.value?.name ?? "", comparison)} stale={stale} file="targets.md" />
      <div class="scroll" tabIndex={0} role="region" aria-label="Targets compared">
        <table class="plain">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">
                <span class="hidden">Choose</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {comparison.map((one) => {
              const { target, summary, refused } = one;
              const { written, sent, emptied, more, less, size } = inWords(one);
              return (
                <tr key={target} aria-current={target === choices.value.target}>
                  <th scope="row">
                    <code>{target}</code>
                    <div class="quiet">
                      <Prose text={capital(summary)} />
                    </div>
                  </th>
                  <td>
                    <span class={`badge ${refused ? "error" : "fine"}`}>
                      <span aria-hidden="true">{refused ? "✕" : "✓"}</span> {written}
                    </span>
                  </td>
                  <td>
                    {sent}
                    {emptied && <div class="quiet">{emptied}</div>}
                  </td>
                  <td>{more}</td>
                  <td>{less}</td>
                  <td class="size">{size}</td>
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
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
