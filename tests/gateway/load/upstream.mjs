// An upstream that answers as models do: after a while. It calls the first function that a request declares, by the
// name that it is declared under; a stream brings five such calls, one after the other.

import { createServer } from "node:http";

const [WAIT, GAP, EVENTS] = [100, 20, 5];

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
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
