// The stand-in itself: it refuses what was recorded as refused, in the recorded words, and streams as the service does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";

import { GEMINI, STREAM, VERTEX, parts, post, refusal, request, said, server } from "./ask-stand-in.mjs";

const ROWS = JSON.parse(readFileSync(new URL("../../crate/core/data/errors.json", import.meta.url), "utf8"));

describe("what was recorded as refused", () => {
  const bodies = {
    parameters: (schema) => request({ parameters: schema }),
    declaration: (declaration) => request(declaration),
    parametersJsonSchema: (schema) => request({ parametersJsonSchema: schema }),
    response: (schema) => ({ contents: [said("answer")], generationConfig: { responseSchema: schema } }),
    request: (body) => ({ contents: [said("call f")], ...body }),
  };
  // The Gemini API takes the first two today, and of several function tools it was seen once only.
  const TAKEN = ["S-object-empty-properties", "S-type-must-be-specified", "N-several-function-tools"];
  const paths = ({ id, surface }) =>
    id === "N-name-length" ? [GEMINI] : { both: [GEMINI, VERTEX], "gemini-api": [GEMINI], vertex: [VERTEX] }[surface];
  const rows = ROWS.filter(
    (row) => row.hard && row.minimal_schema && bodies[row.door] && paths(row) && !TAKEN.includes(row.id),
  );
  /** The fixed words of a message, without names, places, types and values. */
  const words = (text) =>
    text
      .split("\n")[0]
      .split(/'[^']*'|`[^`]*`|"[^"]*"|\([^)]*\)|, .*|\{[A-Z]+\}|\S*GenerateContentRequest\.\S*|\.?properties\S*/)
      .map((piece) => piece.trim());

  test("is most of the catalogue's declarations", () => assert.ok(rows.length > 55, String(rows.length)));

  for (const row of rows) {
    test(row.id, async () => {
      for (const path of paths(row)) {
        const { message, status } = await refusal(path, bodies[row.door](row.minimal_schema));
        assert.equal(status, "INVALID_ARGUMENT");
        for (const piece of words(row.text ?? "")) assert.ok(message.includes(piece), `${message} has not ${piece}`);
      }
    });
  }
});

describe("bodies", () => {
  const parameters = { type: "object", properties: { x: { type: "string" } } };

  test("all that the parser finds is told, with its place as the service writes it", async () => {
    const properties = { a: { type: "string" }, b: { type: ["string", "null"], const: 1, items: { enum: [1] } } };
    const { message, details } = await refusal(GEMINI, {
      ...request({ parameters: { type: "object", properties } }),
      nope: 1,
    });
    const at = "tools[0].function_declarations[0].parameters.properties[1].value";
    assert.deepEqual(message.split("\n"), [
      `Invalid JSON payload received. Unknown name "type" at '${at}': Proto field is not repeating, cannot start list.`,
      `Invalid JSON payload received. Unknown name "const" at '${at}': Cannot find field.`,
      `Invalid value at '${at}.items.enum[0]' (TYPE_STRING), 1`,
      'Invalid JSON payload received. Unknown name "nope": Cannot find field.',
    ]);
    assert.equal(details[0].fieldViolations.length, 4);
  });

  test("places within a semantic refusal are keyed by name", async () => {
    const { message } = await refusal(
      GEMINI,
      request({ parameters: { type: "object", properties: { "a/b": { type: "array" } } } }),
    );
    assert.equal(
      message,
      "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a/b].items: missing field",
    );
    const union = { type: "object", properties: { x: { anyOf: [{ type: "string" }], title: "t" } } };
    assert.match(
      (await refusal(VERTEX, request({ parameters: union }))).message,
      /because `f` functionDeclaration `parameters\.x` schema specified other/,
    );
    assert.equal((await post(GEMINI, request({ parameters: union }))).status, 200);
  });

  test("snake case is read like camel case", async () => {
    const snake = {
      contents: [said("call f")],
      tools: [
        {
          function_declarations: [
            { name: "f", parameters: { type: "object", properties: { x: { any_of: [{ type: "STRING" }] } } } },
          ],
        },
      ],
    };
    assert.equal((await parts(GEMINI, snake))[0].functionCall.name, "f");
  });

  test("text that is no JSON, and a path that is none", async () => {
    assert.match((await refusal(GEMINI, "{")).message, /^Invalid JSON payload received/);
    assert.equal((await post("/v1beta/models/m:predict", {})).status, 404);
  });

  test("v1 takes functions for models from Gemini 3 on, and knows no alias of the newest; v1alpha is like v1beta", async () => {
    const at = async (version, model) => {
      const { status } = await post(`/${version}/models/${model}:generateContent`, request({ parametersJsonSchema: parameters }));
      return status;
    };
    assert.deepEqual(await Promise.all([at("v1", "gemini-3.5-flash"), at("v1alpha", "gemini-3.5-flash")]), [200, 200]);
    assert.deepEqual(await Promise.all([at("v1", "gemini-2.5-flash"), at("v1alpha", "gemini-2.5-flash")]), [400, 200]);
    assert.deepEqual(await Promise.all([at("v1", "gemini-flash-latest"), at("v1beta", "gemini-flash-latest")]), [404, 200]);
  });

  test("may be compressed", async () => {
    const body = gzipSync(JSON.stringify(request({ parameters })));
    assert.equal((await post(GEMINI, body, { "content-encoding": "gzip" })).status, 200);
  });

  test("can be read back", async () => {
    await server.forget();
    await post(GEMINI, request({ parameters }, "remember this"));
    const [last] = await server.requests();
    assert.equal(last.body.contents[0].parts[0].text, "remember this");
    assert.equal(last.path, GEMINI);
    assert.equal(last.status, 200);
  });

  test("are counted after they were judged", async () => {
    const count = GEMINI.replace("generateContent", "countTokens");
    assert.ok(
      (await (await post(count, { generateContentRequest: { model: "m", ...request({ parameters }) } })).json())
        .totalTokens > 0,
    );
    const bad = request({ parameters: { type: "object", properties: { x: { type: "array" } } } });
    assert.match((await refusal(count, { generateContentRequest: bad })).message, /items: missing field/);
  });
});

describe("streams", () => {
  test("events: texts in pieces, a call as a whole, then the end", async () => {
    const text = await (
      await post(
        `${STREAM}?alt=sse`,
        request({ parameters: { type: "object", properties: { x: { type: "string" } } } }),
      )
    ).text();
    const events = text
      .split("\r\n\r\n")
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^data: /, "")));
    assert.deepEqual(
      events.map((event) => Object.keys(event.candidates[0].content.parts[0])),
      [["functionCall", "thoughtSignature"], ["text"]],
    );
    assert.equal(events.at(-1).candidates[0].finishReason, "STOP");
    const spoken = await (await post(`${STREAM}?alt=sse`, { contents: [said("hello")] })).text();
    assert.ok(spoken.split("\r\n\r\n").length > 4);
  });

  test("an array without, also of errors", async () => {
    const chunks = await (await post(STREAM, { contents: [said("hello")] })).json();
    assert.equal(
      chunks.map((chunk) => chunk.candidates[0].content.parts[0].text).join(""),
      "Nothing was asked for that one of these functions does.",
    );
    const [{ error }] = await (await post(STREAM, { nope: 1 })).json();
    assert.equal(error.code, 400);
  });
});
