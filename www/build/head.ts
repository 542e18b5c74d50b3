// What the heads of all pages have in common, and what programs show of the page where somebody links to it.

import type { HtmlTagDescriptor, Plugin } from "vite";

const tag = (name: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: name,
  attrs,
  injectTo: "head-prepend",
});

const COMMON = [
  tag("meta", { charset: "utf-8" }),
  tag("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
  tag("meta", { name: "color-scheme", content: "light dark" }),
  tag("link", { rel: "icon", href: "./favicon.svg", type: "image/svg+xml" }),
];

const IMAGE = { file: "social.png", width: "1200", height: "630", alt: "A tool and what became of its parameters" };

/**
 * The Open Graph of a page. Addresses have to be whole there, and only whoever publishes the site knows its own: without
 * one the image is left out.
 */
export function preview(html: string, site: string | undefined): HtmlTagDescriptor[] {
  const [, title = ""] = /<title>(.*)<\/title>/.exec(html) ?? [];
  const [, description = ""] = /<meta name="description" content="(.*?)"/.exec(html) ?? [];
  const og = (name: string, content: string) => tag("meta", { property: `og:${name}`, content });
  const tags = [og("type", "website"), og("title", title), og("description", description)];
  if (!site) return tags;
  const url = site.endsWith("/") ? site : `${site}/`;
  return [
    ...tags,
    tag("link", { rel: "canonical", href: url }),
    og("url", url),
    og("image", new URL(IMAGE.file, url).href),
    og("image:width", IMAGE.width),
    og("image:height", IMAGE.height),
    og("image:alt", IMAGE.alt),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
  ];
}

export const head: Plugin = {
  name: "head",
  transformIndexHtml: (html, { path }) => [
    ...COMMON,
    ...(path === "/index.html" ? preview(html, process.env["LAPIDARY_SITE"]) : []),
  ],
};
