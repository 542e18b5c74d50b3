// The same API without the engine, which the caller brings: for pages that load it as a file of its
// own, and for budgets that count every byte.

export * from "./api.js";
export { type Engine, type Source, init, initSync } from "./start.js";
