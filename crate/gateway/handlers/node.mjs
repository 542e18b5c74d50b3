// The gateway in Node: `node node.mjs`. PORT, UPSTREAM and MAX_BODY, in bytes, may be set.

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { configured, gateway } from "./handle.mjs";

const { PORT = "8787", ...variables } = process.env;
const handle = gateway(configured(variables));

const server = createServer((incoming, outgoing) => {
  const refuse = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(400).end());
  // Where the upstream's response breaks off, the client's has to break off as well.
  answer(incoming, outgoing).catch(refuse);
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));

async function answer(incoming, outgoing) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const { method, headers, url } = incoming;
  const body = ["GET", "HEAD"].includes(method) ? undefined : Readable.toWeb(incoming);
  const init = { method, body, headers: pairs(incoming), duplex: "half", signal: gone.signal };
  const answered = await handle(new Request(`http://${headers.host}${url}`, init));
  outgoing.writeHead(answered.status, [...answered.headers].flat());
  await pipeline(answered.body ?? [], outgoing);
}

/** The headers as received, without those that are not allowed in a `Request`. */
function pairs({ rawHeaders }) {
  const all = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]]));
  return all.filter(([name]) => !/^(connection|keep-alive|transfer-encoding|upgrade|expect)$/i.test(name));
}
