// The documentation of a rule within the page. The texts of all rules are loaded when the first one is opened.

import { useState } from "preact/hooks";
import { Prose } from "../app/parts";
import { type RuleText, ruleText } from "./rules";

export function RulePage({ code }: { code: string }) {
  const [rule, show] = useState<RuleText | undefined>();
  const [failed, fail] = useState(false);
  const open = (isOpen: boolean) => {
    if (isOpen && !rule) ruleText(code).then(show, () => fail(true));
  };
  return (
    <details class="rule" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>About rule {code}</summary>
      {failed && (
        <p>
          The rule could not be loaded: see <a href={pageOf(code)}>its page</a>.
        </p>
      )}
      {rule && (
        <div class="rule-text">
          <h3>{rule.title}</h3>
          <p>
            <Prose text={rule.summary} />
          </p>
          <h4>Why</h4>
          <p>
            <Prose text={rule.why} />
          </p>
          <h4>What changes</h4>
          <p>
            <Prose text={rule.change} />
          </p>
          {rule.inYourServer.length > 0 && (
            <>
              <h4>In your server</h4>
              <ul>
                {rule.inYourServer.map((line) => (
                  <li key={line}>
                    <Prose text={line} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <p>
            <a href={pageOf(code)}>{code} in the documentation</a>
          </p>
        </div>
      )}
    </details>
  );
}

const pageOf = (code: string) => `./docs/rules/${code}.html`;
