// An upstream that answers as models do: after a while, which its argument says in milliseconds. It calls the first function that a request declares, by the
// name that it is declared under; a stream brings five such calls, one after the other.

import { createServer } from "node:http";
import { Readable } from "node:stream";

const WAIT = Number(process.argv[2]);
const [GAP, EVENTS] = [20, 5];
// The size of the response of `/large`, for clients that do not read.
const LARGE = 256 << 20;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url === "/large") {
    response.writeHead(200, { "content-length": LARGE });
    const piece = Buffer.alloc(1 << 20);
    return Readable.from(Array.from({ length: LARGE >> 20 }, () => piece)).on("error", () => {}).pipe(response);
  }
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    const name = /"name":\s*"([^"]*)"/.exec(body.slice(body.indexOf('"functionDeclarations"')))?.[1];
    const answer = JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: { name, args: {} } }] } }] });
    if (!request.url.includes("streamGenerateContent")) {
      const length = Buffer.byteLength(answer);
      const send = () => response.writeHead(200, { "content-type": "application/json", "content-length": length }).end(answer);
      return setTimeout(send, WAIT);
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    let left = EVENTS;
    const next = () => {
      response.write(`data: ${answer}\n\n`);
      left -= 1;
      if (left > 0) setTimeout(next, GAP);
      else response.end();
    };
    setTimeout(next, WAIT);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
