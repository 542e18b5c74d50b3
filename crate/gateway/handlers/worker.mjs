// The gateway as a Cloudflare Worker: `npx wrangler deploy`. The variable UPSTREAM names another upstream than Google.

import { handle } from "./handle.mjs";

export default { fetch: (request, env) => handle(request, env.UPSTREAM) };
