// Numbers, sizes and errors in words.

export const count = (number: number, thing: string, things = `${thing}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? thing : things}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What an error says, to stand in a sentence; anything may be thrown. */
export const message = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.+$/, "");

const TOKEN = 4;

/** About how many a model reads, of so many bytes. */
export const tokens = (size: number): number => Math.round(size / TOKEN);

const KILO = 1_000;

export function bytes(size: number): string {
  if (size < KILO) return `${size} B`;
  return size < KILO * KILO ? `${(size / KILO).toFixed(1)} kB` : `${(size / KILO / KILO).toFixed(1)} MB`;
}
