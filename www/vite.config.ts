import { defineConfig, type Plugin } from "vite";
import { firstVisit } from "./build/first-visit.ts";
import { offline } from "./build/offline.ts";

// Nothing but the page's own files, whatever a schema's text may hold; other hosts only for a document that the user
// confirmed. The development server needs inline scripts and sockets, so only the built page carries it.
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  base: "./",
  plugins: [policy, firstVisit(), offline()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
