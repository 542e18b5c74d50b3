// The gateway as a Cloudflare Worker: `npx wrangler deploy`. The variable UPSTREAM names another upstream than Google,
// MAX_BODY the longest body that is looked into, in bytes.

import { configured, gateway } from "./handle.mjs";

let answer;

export default {
  fetch(request, env) {
    answer ??= gateway(configured(env));
    return answer(request);
  },
};
