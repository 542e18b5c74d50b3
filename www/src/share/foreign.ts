// Documents of other hosts: which one a link asks for, and how what was loaded gets to the page.

const KEY = "lapidary:loaded";
const PREFIX = "#url=";

interface Loaded {
  text: string;
  origin: string;
}

export const asks = (hash: string): boolean => hash.startsWith(PREFIX);

/** The address that a link asks to load; undefined where it is not loaded from. */
export function wanted(hash: string): URL | undefined {
  let text = hash.slice(PREFIX.length);
  try {
    text = decodeURIComponent(text);
  } catch {
    // It was not encoded.
  }
  const url = asks(hash) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" || url?.origin === location.origin ? url : undefined;
}

export const hand = (loaded: Loaded): void => sessionStorage.setItem(KEY, JSON.stringify(loaded));

/** Returns the loaded text once, then forgets it. */
export function taken(): Loaded | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as Loaded);
}
