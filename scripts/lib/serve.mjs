// Serves a folder on loopback. `node serve.mjs FOLDER [PORT]` prints the address; if the port is in use,
// it tries the next ones.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
const PORTS_TRIED = 50;

/** The file that a URL names; undefined if there is none, or it lies outside the folder. */
function fileFor(root, url) {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  const file = normalize(join(root, path.endsWith("/") ? `${path}index.html` : path));
  if (!file.startsWith(root + sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function answer(root, request, response) {
  let file;
  try {
    file = fileFor(root, request.url);
  } catch {
    response.writeHead(400).end("bad request");
    return;
  }
  if (!file) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    return;
  }
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" });
  createReadStream(file).pipe(response);
}

/** Resolves to `{ address, close }`. Port 0 means any free port. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer((request, response) => answer(root, request, response));
  const last = port + PORTS_TRIED;
  return new Promise((done, fail) => {
    server.on("error", (error) => {
      if (error.code === "EADDRINUSE" && port < last) server.listen(++port, "127.0.0.1");
      else fail(error);
    });
    server.on("listening", () =>
      done({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
    );
    server.listen(port, "127.0.0.1");
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder = ".", port = "4173"] = process.argv.slice(2);
  const { address } = await serve(folder, Number(port));
  console.log(address);
}
