// The same API without the engine, which the caller provides: for pages that load it as a separate file, and for
// budgets that count every byte.

export * from "./api.js";
export { type Engine, type Source, init, initSync } from "./start.js";
