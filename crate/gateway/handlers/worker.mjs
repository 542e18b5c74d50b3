// The gateway as a Cloudflare Worker: `npx wrangler deploy`. The variable UPSTREAM names an upstream other than Google,
// MAX_BODY the longest body that is normalized or restored, in bytes.

import { configured, gateway } from "./handle.mjs";

let answer;

export default {
  fetch(request, env) {
    answer ??= gateway(configured(env));
    return answer(request);
  },
};
