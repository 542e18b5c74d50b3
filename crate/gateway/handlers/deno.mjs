// The gateway in Deno: `deno run --allow-net --allow-env deno.mjs`. PORT, UPSTREAM and MAX_BODY, in bytes, may be set.

import { configured, gateway } from "./handle.mjs";

const { PORT = "8787", ...variables } = Deno.env.toObject();
const answer = gateway(configured(variables));
Deno.serve({ hostname: "127.0.0.1", port: Number(PORT) }, (request) => answer(request));
