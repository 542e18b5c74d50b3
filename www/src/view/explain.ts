// A rule's page, from the engine itself.

import type { Rule } from "lapidary/slim";
import { h, prose } from "../dom";

export function explanation(rule: Rule): HTMLElement {
  return h(
    "div",
    { class: "rule" },
    h("p", {}, ...prose(rule.summary)),
    h("h3", {}, "Why"),
    h("p", {}, ...prose(rule.why)),
    h("h3", {}, "What changes"),
    h("p", {}, ...prose(rule.change)),
    rule.evidence.length > 0 && h("p", { class: "quiet" }, `Evidence: ${rule.evidence.join(", ")}`),
  );
}
