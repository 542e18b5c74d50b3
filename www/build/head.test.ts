import { expect, test } from "vitest";
import { preview } from "./head";

const HTML = '<meta name="description" content="Paste a tool." /><title>Lapidary</title>';
const tags = (site?: string) =>
  preview(HTML, site).map(({ attrs = {} }) => [attrs["property"] ?? attrs["name"] ?? attrs["rel"], attrs["content"]]);

test("a preview says what the page says of itself", () => {
  expect(tags()).toEqual([
    ["og:type", "website"],
    ["og:title", "Lapidary"],
    ["og:description", "Paste a tool."],
  ]);
});

test("its image has a whole address, where one is known", () => {
  for (const site of ["https://example.com/lapidary", "https://example.com/lapidary/"]) {
    expect(Object.fromEntries(tags(site))).toMatchObject({
      "og:url": "https://example.com/lapidary/",
      "og:image": "https://example.com/lapidary/social.png",
    });
  }
});
