// The gateway as a function from a request to a response, for any host that has `fetch`. `lapidary/fetch` normalizes
// requests and restores responses; this file adds what makes it a reverse proxy.

import { createGeminiFetch } from "lapidary/fetch";

/** Headers of one connection, or set anew for the next one: `fetch` decodes bodies. */
const OWN = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"];
const OF_REQUESTS = [...OWN, "host", "content-length", "accept-encoding"];
const OF_ANSWERS = [...OWN, "content-length", "content-encoding"];

/**
 * Creates a gateway: it answers a request with the response of `upstream`, an origin with or without a path; by default
 * Google, whose host follows from the path. `options` are those of `createGeminiFetch`, including its limits `maxBody`
 * and `limits`.
 */
export function gateway({ upstream, ...options } = {}) {
  const gemini = createGeminiFetch({ onIssues: () => {}, ...options });
  return async (request) => {
    const { origin, pathname, search } = new URL(request.url);
    if (pathname === "/healthz") return new Response("ok\n");
    const base = upstream?.replace(/\/+$/, "") || google(pathname);
    const { method, signal } = request;
    const body = ["GET", "HEAD"].includes(method) ? undefined : request.body;
    const init = { method, signal, body, headers: without(request.headers, OF_REQUESTS), redirect: "manual", duplex: "half" };
    let answer;
    try {
      answer = await gemini(base + pathname + search, init);
    } catch {
      const error = { code: 502, message: "the upstream cannot be reached", status: "UNAVAILABLE" };
      return Response.json({ error }, { status: 502 });
    }
    return passedOn(answer, base, origin);
  };
}

/**
 * Options from the environment variables of a host: UPSTREAM, and MAX_BODY, the longest body that is normalized or
 * restored, in bytes.
 */
export function configured({ UPSTREAM, MAX_BODY } = {}) {
  return { upstream: UPSTREAM, ...(MAX_BODY && { maxBody: Number(MAX_BODY) }) };
}

function passedOn(answer, base, origin) {
  const headers = without(answer.headers, OF_ANSWERS);
  // Uploads have to pass through the gateway as well.
  const upload = headers.get("x-goog-upload-url");
  if (upload?.startsWith(`${base}/`)) headers.set("x-goog-upload-url", origin + upload.slice(base.length));
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

function without(headers, names) {
  const kept = new Headers(headers);
  for (const name of names) kept.delete(name);
  return kept;
}

function google(path) {
  if (path.startsWith("/v1internal")) return "https://cloudcode-pa.googleapis.com";
  const [, location] = /\/locations\/([a-z0-9-]+)\//i.exec(path) ?? [];
  if (location && location !== "global") return `https://${location}-aiplatform.googleapis.com`;
  const isVertex = location || path.includes("/publishers/");
  return isVertex ? "https://aiplatform.googleapis.com" : "https://generativelanguage.googleapis.com";
}
