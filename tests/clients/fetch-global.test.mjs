// lapidary/fetch as programs use a fetch: with a `Request` or an instance of a class in place of `init`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import { BODY, CALLED, FIT, PATH, declared, listen, post, upstream } from "./upstream.mjs";

listen();

const created = () => createGeminiFetch({ onIssues() {} });

/** The call in the answer of a fetch, which is sent once. */
async function called(fetch, init = post(BODY)) {
  const { candidates } = await (await fetch(upstream.origin + PATH, init)).json();
  assert.equal(upstream.got.length, 1);
  assert.match(declared(upstream.got.pop().bytes)[0].name, /^env_set_[0-9a-f]{6}$/);
  return candidates[0].content.parts[0].functionCall;
}

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
