// lapidary/fetch as programs use a fetch: as the global one, with a mock or a wrapper in that place, and with a `Request`
// or an instance of a class in place of `init`.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import { complaints } from "./compile.mjs";
import { BODY, CALLED, FIT, PATH, declared, listen, post, upstream } from "./upstream.mjs";

listen();

const network = globalThis.fetch;
afterEach(() => void (globalThis.fetch = network));

const created = () => createGeminiFetch({ onIssues() {} });

/** The call in the answer of a fetch, which is sent once. */
async function called(fetch, init = post(BODY)) {
  const { candidates } = await (await fetch(upstream.origin + PATH, init)).json();
  assert.equal(upstream.got.length, 1);
  assert.match(declared(upstream.got.pop().bytes)[0].name, /^env_set_[0-9a-f]{6}$/);
  return candidates[0].content.parts[0].functionCall;
}

/** What takes the place of the global fetch, where `own` has been. */
const GLOBALS = {
  "the fetch itself": (own) => own,
  "a function that calls it": (own) => (...args) => own(...args),
  "one that copies the request": (own) => async (...args) => own(new Request(...args)),
  "one that waits before it calls it": (own) => async (...args) => (await null, own(...args)),
  "one that sends one request after the other": (own) => {
    let last;
    return (...args) => (last = Promise.allSettled([last]).then(() => own(...args)));
  },
  "another one": created,
};

for (const [name, replaced] of Object.entries(GLOBALS)) {
  test(`the global fetch may be ${name}`, async () => {
    const own = created();
    globalThis.fetch = own;
    globalThis.fetch = replaced(own);
    for (const fetch of [globalThis.fetch, own]) {
      assert.deepEqual(await called(fetch), CALLED);
      await assert.rejects(fetch("http://127.0.0.1:9/v1beta/models"), { name: "TypeError", message: "fetch failed" });
    }
  });
}

test("a global fetch of later sends where `fetch` looks it up", async () => {
  const looking = createGeminiFetch({ fetch: (...args) => fetch(...args), onIssues() {} });
  const own = created();
  for (const path of [PATH, "/v1beta/models"]) {
    const sent = [];
    globalThis.fetch = async (url) => (sent.push(url), Response.json({}));
    await looking(`http://127.0.0.1:9${path}`, post(BODY));
    await assert.rejects(own(`http://127.0.0.1:9${path}`, post(BODY)), /fetch failed/);
    assert.deepEqual(sent, [`http://127.0.0.1:9${path}`]);
  }
});

/** The members of `init` that are its own, of its class, or those of a `Request`. */
const INITS = {
  "a Request": (body) => new Request("http://worker.example/", post(body, { headers: { "x-goog-api-key": "k" } })),
  "an instance": (body) => new (class {
    body = body;
    get method() { return "POST"; }
    get headers() { return { "x-goog-api-key": "k" }; }
  })(),
};

for (const [name, init] of Object.entries(INITS)) {
  test(`in place of \`init\` there may be ${name}`, async () => {
    const fetch = created();
    assert.deepEqual(await called(fetch, init(BODY)), CALLED);
    await fetch(upstream.origin + PATH, init(BODY));
    assert.equal(upstream.got.pop().headers["x-goog-api-key"], "k");
    let sent;
    const given = ["http://127.0.0.1:9" + PATH, init(FIT)];
    await createGeminiFetch({ fetch: async (...args) => ((sent = args), Response.json({})) })(...given);
    given.forEach((argument, index) => assert.equal(sent[index], argument));
    assert.equal(await new Request(...sent).text(), FIT);
  });
}

test("a Request in place of `init` without a body leaves that of the first", async () => {
  const [first, init] = [new Request(upstream.origin + PATH, post(BODY)), new Request("http://a/", { method: "POST" })];
  await created()(first, init);
  assert.match(declared(upstream.got.pop().bytes)[0].name, /^env_set_/);
  const used = new Request("http://a/", post(BODY));
  await used.text();
  await assert.rejects(created()(upstream.origin + PATH, used), TypeError);
});

test("where the host's own fetch has members, as in Bun, types ask for none and promise none", () => {
  const program = `
    import { createGeminiFetch } from "lapidary/fetch";
    declare global { namespace fetch { function preconnect(url: string): void } }
    createGeminiFetch({ fetch });
    const own = createGeminiFetch({ fetch: async (input, init) => new Response(String(input) + init?.method) });
    const response: Response = await own(new URL("http://a/"), { method: "POST" });
    // @ts-expect-error There is none.
    own.preconnect(response.url);
    export const whole = own as typeof fetch;
  `;
  assert.equal(complaints({ "bun.mts": program }), "");
});
