// Attacks. As a program, `attacks.mjs NAME PORT` repeats one without pause until it is ended.

import { request } from "node:http";
import { connect as connectSecond } from "node:http2";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { MODEL } from "./running.mjs";

const PATH = `${MODEL}:generateContent`;
const MB = 1 << 20;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const declaring = (declarations) => `{"contents":[],"tools":[{"functionDeclarations":[${declarations}]}]}`;
const tool = (schema) => declaring(JSON.stringify({ name: "f", parametersJsonSchema: schema }));
const of = (count, make) => Array.from({ length: count }, (_, number) => make(number));

/** Unions, each of which refers to some of the others. */
function unions(count) {
  const union = (number) => ({ anyOf: of(8, (at) => ({ $ref: `#/$defs/u${(number + at * 7 + 1) % count}` })).concat({ type: "string" }) });
  return tool({ $ref: "#/$defs/u0", $defs: Object.fromEntries(of(count, (number) => [`u${number}`, union(number)])) });
}

/** So many clients, each of which does something over and over; what fails is tried again. */
async function clients(count, act) {
  await Promise.all(of(count, async () => {
    for (;;) {
      await act().catch(() => {});
      await pause(1);
    }
  }));
}

/** A request with a body, until its answer is there, or until it is left. */
const posted = (port, body, { headers = {}, leaves } = {}) =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: PATH, method: "POST", headers }, (response) => response.resume().on("close", resolve));
    asked.on("error", reject).end(body);
    if (leaves) setTimeout(() => asked.destroy(new Error("left")), leaves);
  });

const compressed = (text) => (port) => {
  const body = gzipSync(text());
  return clients(4, () => posted(port, body, { headers: { "content-encoding": "gzip" } }));
};
const plain = (text) => (port) => clients(4, () => posted(port, text()));

/** A connection that sends a text, and then what `act` says, until it is closed. */
const held = (port, text, act) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("error", () => {}).on("close", resolve);
    act(socket);
  });

const trickle = (port) =>
  clients(150, () =>
    held(port, `POST ${PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${10 * MB}\r\n\r\n`, (socket) => {
      const beat = setInterval(() => socket.write(" "), 1_000);
      socket.resume().on("close", () => clearInterval(beat));
    }),
  );

const unread = (port) =>
  clients(50, () => held(port, "GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n", (socket) => socket.pause()));

/** One connection of HTTP/2 with so many requests of 10 MB, of which the last byte never comes. */
const streams = (port) => {
  const large = Buffer.alloc(10 * MB, " ");
  return clients(1, () =>
    new Promise((resolve) => {
      const session = connectSecond(`http://127.0.0.1:${port}`);
      session.on("error", () => {}).on("close", resolve);
      const open = () => {
        if (session.destroyed) return;
        const stream = session.request({ ":method": "POST", ":path": PATH, "content-length": String(10 * MB + 1) });
        stream.on("error", () => {}).on("close", () => setTimeout(open, 10)).resume();
        stream.write(large);
      };
      session.on("connect", () => of(150, open));
    }),
  );
};

/** For each what it is, whether a plain proxy has to bear it too, and whether it speaks HTTP/2. */
export const ATTACKS = {
  nothing: { what: "none", start: () => pause(1 << 30), everywhere: true },
  declarations: { what: "19,000,000 declarations `{}` in 58 kB of gzip", start: compressed(() => declaring("{},".repeat(19e6).slice(0, -1))) },
  alternatives: { what: "200,000 alternatives `{}` in 0.7 kB of gzip", start: compressed(() => declaring(`{"name":"f","parametersJsonSchema":{"anyOf":[${"{},".repeat(2e5).slice(0, -1)}]}}`)) },
  few: { what: "20 unions that refer to each other", start: plain(() => unions(20)) },
  many: { what: "50 unions that refer to each other", start: plain(() => unions(50)) },
  gone: { what: "the same, from clients that hang up", start: (port) => clients(16, () => posted(port, unions(50), { leaves: 50 })) },
  trickle: { what: "150 bodies that trickle", start: trickle, everywhere: true },
  streams: { what: "150 bodies of 10 MB on one connection of HTTP/2", start: streams, everywhere: true, second: true },
  unread: { what: "50 clients that never read", start: unread, everywhere: true },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, port] = process.argv.slice(2);
  await ATTACKS[name].start(Number(port));
}
