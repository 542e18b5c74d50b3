// Offline after the first visit: a service worker that keeps the files of one build.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const MANIFEST = {
  name: "Lapidary",
  short_name: "Lapidary",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f6f7f9",
  theme_color: "#0b5cad",
  icons: [{ src: "./favicon.svg", sizes: "any", type: "image/svg+xml" }],
};

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((file) => !file.endsWith(".map"));
        const hash = createHash("sha256");
        for (const file of files) {
          const entry = bundle[file];
          hash.update(file).update(entry?.type === "asset" ? entry.source : (entry?.code ?? ""));
        }
        const kept = [
          "./",
          "./favicon.svg",
          "./manifest.webmanifest",
          ...files.filter((file) => file !== "index.html").map((file) => `./${file}`),
        ];
        this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(MANIFEST) });
        this.emitFile({ type: "asset", fileName: "offline.js", source: worker(hash.digest("hex").slice(0, 16), kept) });
      },
    },
  };
}

// Files of a build have its hash in their names or come with a new worker: what is kept is never stale.
const worker = (version: string, files: string[]) => `
const CACHE = "lapidary-${version}";
const FILES = ${JSON.stringify(files)};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("lapidary-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const page = event.request.mode === "navigate" && ["./", "./index.html"].some((own) => url.pathname === new URL(own, location).pathname);
  const known = caches.open(CACHE).then((cache) => cache.match(page ? "./" : event.request, { ignoreSearch: page }));
  event.respondWith(known.then((answer) => answer ?? fetch(event.request)));
});
`;
