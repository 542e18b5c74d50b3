import { describe, expect, test } from "vitest";
import { decode, encode } from "./codec";

const state = {
  input: '{"name":"größe","inputSchema":{"type":"object"}}',
  target: "vertex-ai",
  mode: "round-trip",
  tab: "diff",
  tool: 2,
  options: { hints: false },
};

describe("a link", () => {
  test("brings back what it was made of", async () => {
    const hash = await encode(state);
    expect(hash).toMatch(/^v1=[\w-]+$/);
    expect(await decode(hash)).toEqual(state);
  });

  // Old links have to stay readable: this text may never change.
  test("of the first version is read for ever", async () => {
    const golden =
      "v1=JYyxDYMwEEV3-bUpkvLWSHuNgQMcgc8yB0pkeZZskQVYLCKUT-_pFeygm0OIaTMQCiP6RRjEGPPxPT7CcHz5RzfJ4hlUGPZOV6XtUzpj1AoH83mU87NLNnk1PsBh0V5AyLrFvrEc0j9sQejDMJygOoPuDposaFxBBVOItoIGP69S6w8";
    expect(await decode(golden)).toEqual(state);
  });

  test("is refused with words where it is broken, new, or no link", async () => {
    const hash = await encode(state);
    await expect(decode(hash.slice(0, -9))).rejects.toThrow("the link is incomplete");
    await expect(decode("v9=abc")).rejects.toThrow("a newer version");
    await expect(decode("v1=%%%")).rejects.toThrow("the link is incomplete");
    await expect(decode("hello")).rejects.toThrow("not a link of this page");
  });

  test("does not unfold without end", async () => {
    const bomb = await encode({ input: "a".repeat(30_000_000) });
    expect(bomb.length).toBeLessThan(60_000);
    await expect(decode(bomb)).rejects.toThrow("more than 20 MB");
  });
});
