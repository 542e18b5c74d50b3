// The gateway in Deno: `deno run --allow-net --allow-env deno.mjs`. PORT and UPSTREAM may be set.

import { handle } from "./handle.mjs";

const { PORT = "8787", UPSTREAM } = Deno.env.toObject();
Deno.serve({ hostname: "127.0.0.1", port: Number(PORT) }, (request) => handle(request, UPSTREAM));
