// Bodies of requests, read within a limit. A body that cannot be read is sent unchanged.

import { flat } from "./flat.js";

/** What all hosts' `fetch` have in common: some have members as well, as Bun's has `preconnect`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The arguments of `fetch`. */
export type Arguments = Parameters<Fetch>;

/** A request's body, with the arguments that send it unchanged, or another text in its place. */
export interface Payload {
  /** `undefined` for a body that is longer than the limit. */
  content: string | Uint8Array<ArrayBuffer> | undefined;
  encoding: string;
  same: Arguments;
  with(text: string): Arguments;
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The body of a request, of up to `most` bytes; `undefined` if there is none, and for forms, which are not JSON. */
export async function bodyOf(most: number, ...args: Arguments): Promise<Payload | undefined> {
  const [input, init, ...more]: [...Arguments, ...unknown[]] = args;
  const sending = (body: BodyInit, headers = {}): Arguments => [input, { ...flat(init), body, ...headers }, ...(more as [])];
  const request = isRequest(input) ? input : undefined;
  // Requests stay readable. One may also take the place of `init`.
  const given = isRequest(init) ? undefined : (init?.body ?? undefined);
  const holder = [init, request].find((one): one is Request => isRequest(one) && one.body !== null);
  if (given instanceof FormData || given instanceof URLSearchParams) return undefined;
  if (given === undefined && (!holder || holder.bodyUsed)) return undefined;
  const signal = init?.signal ?? request?.signal;
  const [content, rest] = await contentOf(given ?? holder!.clone().body!, most, signal);
  const headers = new Headers(init?.headers ?? request?.headers);
  const isKept = given === undefined || typeof given === "string" || given instanceof Blob || isBytes(given);
  return {
    content,
    encoding: headers.get("content-encoding") ?? "identity",
    same: isKept ? args : sending(content ?? rest!),
    with(text) {
      const bytes = new TextEncoder().encode(text);
      const body = typeof given === "string" ? text : given instanceof Blob ? new Blob([bytes], given) : bytes;
      return sending(body, describing(bytes, headers));
    },
  };
}

/** A body as text or bytes; where it is too long, all of it as a stream instead. */
async function contentOf(body: BodyInit, most: number, signal?: AbortSignal): Promise<[Payload["content"], Bytes?]> {
  if (typeof body === "string") return [isLonger(body, most) ? undefined : body];
  const { bytes, rest } = await gathered(new Response(body).body as Bytes, most, signal);
  return rest ? [undefined, rest] : [bytes];
}

/** Whether a text has more than `most` bytes, of which a unit of it has one to three. */
const isLonger = (text: string, most: number): boolean =>
  text.length > most || (text.length * 3 > most && new TextEncoder().encode(text).length > most);

/**
 * The bytes of a stream; if there are more than `most`, a stream of all of them instead. Throws the reason of `signal` once
 * it is aborted, and cancels the stream.
 */
async function gathered(
  stream: Bytes,
  most: number,
  signal?: AbortSignal,
): Promise<{ bytes?: Uint8Array<ArrayBuffer>; rest?: Bytes }> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Canceling ends the read that is waited for.
  const cancel = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    for (let length = 0; length <= most; ) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
      chunks.push(value);
      length += value.length;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  const rest: Bytes = new ReadableStream({
    async pull(controller) {
      const { done, value } = chunks.length > 0 ? { done: false, value: chunks.shift() } : await reader.read();
      if (done) controller.close();
      else controller.enqueue(value!);
    },
    cancel: (why) => reader.cancel(why),
  });
  return { rest };
}

export function isRequest(given: Arguments[0] | Arguments[1] | null): given is Request {
  return typeof given === "object" && given !== null && "url" in given && "clone" in given;
}

function isBytes(body: BodyInit): boolean {
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** Corrects the headers that described the previous body, of another length, perhaps compressed. */
function describing(bytes: Uint8Array, headers: Headers): { headers?: Headers } {
  const [measured, encoded] = [headers.has("content-length"), headers.has("content-encoding")];
  if (!measured && !encoded) return {};
  if (measured) headers.set("content-length", String(bytes.length));
  headers.delete("content-encoding");
  return { headers };
}

const FORMATS: Record<string, CompressionFormat> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate" };

/** Thrown for a body that is longer than the limit. */
export class TooLong extends Error {}

/**
 * The text of a body, of up to `most` bytes also once it is inflated.
 *
 * Throws an `Error` that states why there is none.
 */
export async function textOf({ content, encoding }: Payload, most: number): Promise<string> {
  const format = FORMATS[encoding.trim().toLowerCase()];
  if (!format && encoding !== "identity") throw new Error(`its content encoding is ${encoding}`);
  if (!format && typeof content === "string") return content;
  const plain = content && format ? new Blob([content]).stream().pipeThrough(new DecompressionStream(format)) : undefined;
  const inflated = plain && (await gathered(plain as Bytes, most));
  void inflated?.rest?.cancel();
  const bytes = inflated ? inflated.bytes : content;
  if (bytes === undefined) throw new TooLong(`it is longer than ${most} bytes (\`maxBody\`)`);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes as Uint8Array);
}
