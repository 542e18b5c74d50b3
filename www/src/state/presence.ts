// Whoever only reads the page has all of it with its HTML. The editor and the engine are loaded once it is used.

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin", "paste", "dragover", "scroll"];

/** Does something once, at the first sign of somebody using the page; returns what calls it off. */
export function whenUsed(work: () => void): () => void {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    work();
  };
  const options = { signal: waiting.signal, passive: true, capture: true };
  for (const sign of SIGNS) window.addEventListener(sign, begin, options);
  return () => waiting.abort();
}
