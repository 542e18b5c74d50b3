import { describe, expect, test } from "vitest";
import { draw, encode, restore } from "../engine/calls";
import { Document } from "../engine/document";

const roundTrip = (properties: unknown, required: string[] = []) =>
  new Document(JSON.stringify({ name: "t", inputSchema: { type: "object", properties, required } }), {
    target: "gemini",
    mode: "round-trip",
  });

const PARAMETERS = {
  env: { type: "object", additionalProperties: { type: "string" } },
  level: { enum: [1, 2, 3] },
  rows: { type: "array", items: {} },
  limit: { type: "integer", minimum: 1, maximum: 50 },
  when: { type: "string" },
};

describe("a drawn call", () => {
  test("is restored to arguments that the original schema takes, clean or sloppy", async () => {
    const document = roundTrip(PARAMETERS, ["env", "level", "limit"]);
    for (let seed = 0; seed < 40; seed++) {
      for (const sloppy of [false, true]) {
        const { errors, misfits } = await restore(document, 0, draw(document, 0, sloppy, seed));
        expect({ errors, misfits }).toEqual({ errors: [], misfits: [] });
      }
    }
  });

  test("is the same for the same seed", () => {
    const document = roundTrip(PARAMETERS);
    expect(draw(document, 0, true, 7)).toBe(draw(document, 0, true, 7));
  });
});

describe("restoring", () => {
  test("says step by step what it restored", async () => {
    const call = '{"name":"t","args":{"env":[{"key":"HOME","value":"/"}],"limit":5.0,"when":null}}';
    const { args, steps } = await restore(roundTrip(PARAMETERS), 0, call);
    expect(JSON.parse(args)).toEqual({ env: { HOME: "/" }, limit: 5 });
    expect(steps).toEqual([
      { path: "env", text: "array of 1 entry → map" },
      { path: "limit", text: "5.0 → 5" },
      { path: "when", text: "null → omitted" },
    ]);
  });

  test("takes a parameter for itself that is named as what objects inherit", async () => {
    const document = roundTrip({ "a<": { type: "string" }, m: PARAMETERS.env, constructor: { type: "string" } });
    const { args, steps } = await restore(document, 0, '{"a__d92917":"x","m":[],"constructor":"y"}');
    expect(JSON.parse(args)).toEqual({ "a<": "x", m: {}, constructor: "y" });
    expect(steps).toEqual([
      { path: "a<", text: "sent as a__d92917" },
      { path: "m", text: "array of 0 entries → map" },
    ]);
  });

  test("finds the call in a whole answer, and takes bare arguments", async () => {
    const document = roundTrip(PARAMETERS);
    const answer = '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"t","args":{"limit":3}}}]}}]}';
    expect((await restore(document, 0, answer)).args).toContain('"limit": 3');
    expect((await restore(document, 0, '{"limit":3}')).args).toContain('"limit": 3');
  });

  test("reads the calls of other APIs", async () => {
    const document = roundTrip(PARAMETERS);
    const given = { env: [{ key: "HOME", value: "/" }] };
    const [name, text] = ["t", JSON.stringify(given)];
    for (const call of [
      { id: "call_1", type: "function", function: { name, arguments: text } },
      { choices: [{ message: { tool_calls: [{ type: "function", function: { name, arguments: text } }] } }] },
      { type: "function_call", call_id: "1", name, arguments: text },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
      { type: "tool_use", id: "1", name, input: given },
      { toolUse: { toolUseId: "1", name, input: given } },
    ]) {
      const { args, steps, errors } = await restore(document, 0, JSON.stringify(call));
      expect(JSON.parse(args)).toEqual({ env: { HOME: "/" } });
      expect(steps).toEqual([{ path: "env", text: "array of 1 entry → map" }]);
      expect(errors).toEqual([]);
    }
    const empty = await restore(document, 0, '{"functionCall":{"name":"t"}}');
    expect([JSON.parse(empty.args), empty.errors]).toEqual([{}, []]);
  });

  test("has no steps for what is not restored", async () => {
    const document = roundTrip(PARAMETERS);
    const stepsOf = async (args: unknown) => (await restore(document, 0, JSON.stringify({ name: "t", args }))).steps;
    for (const args of [
      { env: { HOME: "/" } },
      { env: ["x"] },
      { env: 1 },
      { rows: [{ a: 1 }] },
      { rows: [{ json: "{" }] },
    ])
      expect(await stepsOf(args), JSON.stringify(args)).toEqual([]);
    const twice = [1, 2].map((value) => ({ key: "a", value: String(value) }));
    expect(await stepsOf({ env: twice })).toEqual([{ path: "env", text: "array of 2 entries → map" }]);
  });

  test("is for the tool that the call names", async () => {
    const schema = (type: string) => ({ type: "object", properties: { p: { type } } });
    const tool = (name: string, type: string) => ({ name, inputSchema: schema(type) });
    const choices = { target: "gemini", mode: "round-trip" } as const;
    const document = new Document(JSON.stringify([tool("set tags", "string"), tool("b", "integer")]), choices);
    const other = await restore(document, 0, '{"name":"b","args":{"p":5.0}}');
    expect(other).toMatchObject({ name: "b", errors: [] });
    expect(other.steps).toEqual([
      { path: "", text: "call of b, another tool of the text" },
      { path: "p", text: "5.0 → 5" },
    ]);
    await expect(restore(document, 0, '{"name":"nope","args":{}}')).rejects.toThrow("no tool here is named `nope`");
    expect((await restore(document, 0, '{"name":"set tags","args":{}}')).steps).toEqual([]);
    expect((await restore(document, 0, '{"p":"x"}')).steps).toEqual([]);
  });

  test("has only its name restored in drop-in mode", async () => {
    const inputSchema = { type: "object", properties: PARAMETERS };
    const choices = { target: "gemini", mode: "drop-in" } as const;
    const document = new Document(JSON.stringify({ name: "set tags", inputSchema }), choices);
    const name = "set_tags_aa923d";
    const args = { env: { HOME: "/" }, level: "2", rows: ["1"] };
    const restored = await restore(document, 0, JSON.stringify({ name, args }));
    expect(restored.steps).toEqual([{ path: "", text: `name ${name} → set tags` }]);
    expect(JSON.parse(restored.args)).toEqual(args);
  });

  test("says what the original schema has against the result", async () => {
    const { errors } = await restore(roundTrip(PARAMETERS), 0, '{"name":"t","args":{"limit":500}}');
    expect(errors.map(({ pointer }) => pointer)).toContain("/limit");
  });

  test("is undone by encoding", () => {
    const { call } = encode(roundTrip(PARAMETERS), 0, '{"env":{"HOME":"/"}}');
    expect(JSON.parse(call)).toEqual({ name: "t", args: { env: [{ key: "HOME", value: "/" }] } });
  });
});
