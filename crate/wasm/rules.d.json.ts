import type { Rule } from "./report.js";

/** Every rule with its documentation, by code. */
declare const rules: Rule[];
export default rules;
