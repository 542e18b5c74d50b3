// The answers of the stand-in: calls with arguments that the declaration admits, and texts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import Ajv2020 from "ajv/dist/2020.js";

import { GEMINI, GEMINI_3, VERTEX, args, parts, post, refusal, request, said } from "./ask-stand-in.mjs";

describe("arguments", () => {
  const hard = {
    type: "object",
    properties: {
      text: { type: "string", enum: ["a", "b"] },
      count: { type: "integer", minimum: 2, maximum: 4 },
      list: {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: { type: "object", properties: { x: { type: "number" } }, required: ["x"] },
      },
      either: { anyOf: [{ type: "string" }, { type: "boolean" }] },
      none: { type: "object", properties: { y: { type: "string" } } },
    },
    required: ["text", "list", "either"],
  };
  const closed = { ...hard, additionalProperties: false };
  /** The same, with null for optional members. */
  const lax = {
    ...closed,
    properties: Object.fromEntries(
      Object.entries(hard.properties).map(([name, schema]) => [
        name,
        hard.required.includes(name) ? schema : { anyOf: [schema, { type: "null" }] },
      ]),
    ),
  };
  lax.properties.none = {
    anyOf: [{ type: "object", properties: { y: { type: ["string", "null"] } } }, { type: "null" }],
  };
  const valid = new Ajv2020({ strict: false }).compile(lax);

  test("fit the declaration through both doors, awkward as they may be", async () => {
    const seen = new Set();
    for (const door of ["parameters", "parametersJsonSchema"]) {
      for (let seed = 0; seed < 60; seed += 1) {
        const drawn = await args({ [door]: hard }, `call f #${seed}`);
        assert.ok(valid(drawn), JSON.stringify([drawn, valid.errors]));
        seen.add(drawn.count === null ? "null" : typeof drawn.count);
      }
    }
    assert.deepEqual(seen, new Set(["number", "undefined", "null"]));
  });

  test("whole numbers come with a fraction of zero now and then", async () => {
    const declaration = { parameters: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } };
    const texts = [];
    for (let seed = 2; seed < 30; seed += 1)
      texts.push(await (await post(GEMINI, request(declaration, `call f #${seed}`))).text());
    assert.ok(texts.some((text) => /"n": \d+\.0/.test(text)));
    assert.ok(texts.some((text) => /"n": \d+\n/.test(text)));
  });

  test("seed 0 gives everything, seed 1 what is required", async () => {
    assert.deepEqual(Object.keys(await args({ parameters: hard }, "call f #0")), Object.keys(hard.properties));
    assert.deepEqual(Object.keys(await args({ parameters: hard }, "call f #1")), hard.required);
  });

  test("are those that were asked for only where they are admitted", async () => {
    const files = (items) => ({ parameters: { type: "object", properties: { files: { type: "array", items } } } });
    const wanted = 'call f #0 with {"files":[{"path":"a.md"}]}';
    const path = { type: "object", properties: { path: { type: "string" } } };
    assert.deepEqual(await args(files(path), wanted), { files: [{ path: "a.md" }] });
    // The reference was lost on the way: the failure that fs-mcp is known for.
    assert.deepEqual(await args(files({}), wanted), { files: ["files"] });
    assert.deepEqual(await args(files({ type: "object" }), wanted), { files: [{}] });
  });

  test("use facts where they may", async () => {
    const declaration = {
      parameters: {
        type: "object",
        properties: {
          a: {
            type: "array",
            items: { type: "object", properties: { path: { type: "string" }, n: { type: "integer" } } },
          },
        },
      },
    };
    assert.deepEqual(await args(declaration, 'call f #0 using {"path":"x.md","n":"no number"}'), {
      a: [{ path: "x.md", n: 1 }],
    });
  });

  test("follow references, maps and tuples of the JSON-Schema door", async () => {
    const parametersJsonSchema = {
      type: "object",
      properties: {
        node: { $ref: "#/$defs/node" },
        map: { type: "object", additionalProperties: { type: "integer" } },
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      },
      $defs: {
        node: {
          type: "object",
          properties: { next: { $ref: "#/$defs/node" }, name: { type: "string" } },
          required: ["name"],
        },
      },
    };
    const drawn = await args({ parametersJsonSchema }, "call f #0");
    assert.equal(drawn.node.next.name, "name");
    assert.deepEqual(drawn.map, { first: 1 });
    assert.deepEqual(drawn.pair, ["pair", 1]);
  });

  test("follow what the description tells", async () => {
    const properties = {
      date: { type: "string", description: "when (format: date)" },
      list: { type: "array", items: { type: "string" }, description: "(at least 2 items)" },
      count: { type: "number", description: "(at least 5, at most 6)" },
    };
    const declaration = { parameters: { type: "object", properties, required: ["date", "list", "count"] } };
    assert.deepEqual(await args(declaration, "call f #0"), { date: "2026-01-02", list: ["list", "list"], count: 5 });
    for (let seed = 1; seed < 20; seed += 1) {
      const { list, count } = await args(declaration, `call f #${seed}`);
      assert.ok(list.length >= 2 && count >= 5 && count <= 6);
    }
  });

  test("an object without properties stays empty", async () => {
    const declaration = { parameters: { type: "object", properties: { o: { type: "object" } } } };
    assert.deepEqual(await args(declaration, 'call f #0 with {"o":{"a":1}}'), { o: {} });
  });

  test("the same request gets the same answer", async () => {
    const body = request({ parameters: hard });
    assert.deepEqual(await parts(GEMINI, body), await parts(GEMINI, body));
  });
});

describe("calls", () => {
  const declared = (...names) => ({
    tools: [{ functionDeclarations: names.map((name) => ({ name, description: "d" })) }],
  });
  const called = async (text, config, ...names) => {
    const toolConfig = config && { functionCallingConfig: config };
    const body = { contents: [said(text)], ...declared(...names), ...(toolConfig && { toolConfig }) };
    return (await parts(GEMINI, body)).map((part) => part.functionCall?.name);
  };

  test("are of the function that is asked for, or the one that is named most alike", async () => {
    assert.deepEqual(await called("call b", undefined, "a", "b"), ["b"]);
    assert.deepEqual(await called("call a\ncall b", undefined, "a", "b"), ["a", "b"]);
    assert.deepEqual(await called("call disk/usage", undefined, "other", "disk_usage_9e831c"), ["disk_usage_9e831c"]);
    assert.deepEqual(await called("hello", undefined, "a"), [undefined]);
  });

  test("keep to the modes and the allowed names", async () => {
    assert.deepEqual(await called("hello", { mode: "ANY" }, "a", "b"), ["a"]);
    assert.deepEqual(await called("call a", { mode: "ANY", allowedFunctionNames: ["b"] }, "a", "b"), ["b"]);
    assert.deepEqual(await called("call a", { mode: "NONE" }, "a"), [undefined]);
    const unknown = {
      contents: [said("x")],
      ...declared("a"),
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["c"] } },
    };
    assert.equal((await refusal(GEMINI, unknown)).code, 400);
  });
});

describe("conversations", () => {
  const tool = { parameters: { type: "object", properties: { x: { type: "string" } } } };
  const answered = { role: "user", parts: [{ functionResponse: { name: "f", response: { result: "r" } } }] };
  const history = (part, ...more) => ({
    ...request(tool),
    contents: [said("call f"), { role: "model", parts: [part] }, ...more],
  });

  test("end in a text once the function has answered", async () => {
    const [part] = await parts(GEMINI_3, request(tool));
    const [last] = await parts(GEMINI_3, history(part, answered));
    assert.equal(last.text, "I have the answer of f.");
  });

  test("signatures come back unchanged, from Gemini 3 on all of them", async () => {
    const [part] = await parts(GEMINI_3, request(tool));
    const { thoughtSignature, ...dropped } = part;
    const changed = { ...part, thoughtSignature: Buffer.from("other").toString("base64") };
    assert.match(
      (await refusal(GEMINI_3, history(dropped, answered))).message,
      /^Function call is missing a thought_signature in functionCall parts\./,
    );
    assert.equal((await refusal(GEMINI_3, history(changed, answered))).message, "Corrupted thought signature.");
    assert.equal((await refusal(GEMINI, history(changed, answered))).message, "Corrupted thought signature.");
    const moved = { ...part, functionCall: { ...part.functionCall, name: "g" } };
    assert.equal((await refusal(GEMINI, history(moved, answered))).message, "Corrupted thought signature.");
    assert.equal((await post(GEMINI, history(dropped, answered))).status, 200);
    // Turns that are over need none.
    assert.equal((await post(GEMINI_3, history(dropped, answered, said("call f")))).status, 200);
  });

  test("calls and answers come in pairs", async () => {
    const [part] = await parts(GEMINI, request(tool));
    assert.match(
      (await refusal(GEMINI, history(part, said("and?")))).message,
      /number of function response parts is equal/,
    );
    assert.match(
      (await refusal(GEMINI, { ...request(tool), contents: [said("x"), answered] })).message,
      /comes immediately after a function call turn/,
    );
    assert.match((await refusal(GEMINI, { contents: [] })).message, /contents is not specified/);
  });

  test("an answer that holds a reference is refused", async () => {
    const [part] = await parts(GEMINI, request(tool));
    const withReference = {
      role: "user",
      parts: [{ functionResponse: { name: "f", response: { schema: { $ref: "#/$defs/A" } } } }],
    };
    assert.match((await refusal(GEMINI, history(part, withReference))).message, /^The referenced name `#\/\$defs\/A`/);
  });
});

describe("answers by a schema", () => {
  const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };

  test("are JSON texts that fit, through both doors", async () => {
    for (const door of ["responseSchema", "responseJsonSchema"]) {
      const generationConfig = { responseMimeType: "application/json", [door]: schema };
      const texts = ["answer #0", 'answer with {"a":7}', "hello"].map(async (text) => {
        const [part] = await parts(VERTEX, { contents: [said(text)], generationConfig });
        return JSON.parse(part.text);
      });
      const [neat, wanted, drawn] = await Promise.all(texts);
      assert.deepEqual(neat, { a: 1 });
      assert.deepEqual(wanted, { a: 7 });
      assert.ok(Number.isInteger(drawn.a));
    }
  });
});
