// Imported before programs that ask Gemini at its own address: what they send goes to the stand-in instead, which
// STAND_IN names.

const GEMINI = "https://generativelanguage.googleapis.com";
const { fetch } = globalThis;
globalThis.fetch = (input, init) => fetch(String(input).replace(GEMINI, process.env.STAND_IN), init);
