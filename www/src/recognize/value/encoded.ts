// Texts in the encodings of addresses, links and pages.

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Also as URLs have it. */
export function base64Decoded(text: string): string {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&", nbsp: " " };
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi;

/** The entities that HTML has for the characters of JSON, and any by its number. */
export const htmlDecoded = (text: string): string =>
  text.replace(ENTITY, (all, hex?: string, decimal?: string, name = "") => {
    const point = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : (ENTITIES[name] ?? all);
  });
