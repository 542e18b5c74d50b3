import { check } from "./check.js";

globalThis.outcome = check();
globalThis.outcome.then(console.log);
