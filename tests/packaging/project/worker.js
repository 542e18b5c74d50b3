import { check } from "./check.js";

export default { fetch: async () => new Response(await check()) };
