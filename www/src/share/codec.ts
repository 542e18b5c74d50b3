// A whole state as the text of a link: `v1=`, and behind it JSON, deflated, as base64url.
//
// Links live for ever: what an earlier version wrote, every later one reads.

/** The contents of a link. All but the input may be missing. */
export interface Shared {
  input: string;
  target?: string;
  mode?: string;
  tab?: string;
  tool?: number;
  options?: Record<string, unknown>;
}

export class BadLink extends Error {}

const VERSION = 1;
/** The largest decompressed link: a small one can hold a very large text. */
const MOST_BYTES = 20_000_000;

export async function encode(state: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify({ v: VERSION, ...state }));
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `v${VERSION}=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

export async function decode(hash: string): Promise<Shared> {
  const [, version, text] = /^v(\d+)=(.*)$/s.exec(hash) ?? [];
  if (version === undefined || text === undefined) throw new BadLink("this is not a link of this page");
  if (Number(version) > VERSION)
    throw new BadLink("a newer version of this page wrote the link: reload the page and try again");
  let json: string;
  try {
    json = await inflated(
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
    );
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink("the link is incomplete or was altered");
  }
  return checked(json);
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MOST_BYTES) {
      void reader.cancel().catch(() => {});
      throw new BadLink(`the link holds more than ${MOST_BYTES / 1_000_000} MB`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The state that some JSON spells: that of a link, or of a file. */
export function checked(json: string): Shared {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new BadLink("the link is incomplete or was altered");
  }
  if (typeof value !== "object" || value === null || !("input" in value) || typeof value.input !== "string") {
    throw new BadLink("it contains no input");
  }
  const { input, target, mode, tab, tool, options } = value as Record<string, unknown> & { input: string };
  return {
    input,
    ...(typeof target === "string" && { target }),
    ...(typeof mode === "string" && { mode }),
    ...(typeof tab === "string" && { tab }),
    ...(typeof tool === "number" && { tool }),
    ...(typeof options === "object" && options !== null && { options: options as Record<string, unknown> }),
  };
}
