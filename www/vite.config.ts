import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { firstVisit } from "./build/first-visit.ts";
import { head } from "./build/head.ts";
import { offline } from "./build/offline.ts";

// Nothing but the page's own files, whatever a schema's text may hold. Documents of other hosts have a page of their
// own, which holds no text. The development server needs inline scripts and sockets, so only what is built carries this.
const policyOf = (connect: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: (_, { path }) => [
    {
      tag: "meta",
      injectTo: "head-prepend",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: policyOf(path === "/load.html" ? "'self' https:" : "'self'"),
      },
    },
  ],
};

export default defineConfig({
  base: "./",
  plugins: [policy, head, firstVisit(), offline()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  test: { setupFiles: ["build/engine.ts"] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["index.html", "load.html"] },
  },
});
