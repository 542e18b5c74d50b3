// The page as a visitor finds it: the example's result is made when the page is built, and stands in its HTML, so that
// it says something before the engine has loaded, and without JavaScript. The state that it was drawn from stands beside
// it, where it compresses with it.

import { createServer, type Plugin } from "vite";

interface FirstVisit {
  html: string;
  state: unknown;
}

export function firstVisit(): Plugin {
  let made: Promise<FirstVisit> | undefined;
  return {
    name: "first-visit",
    transformIndexHtml: {
      order: "post",
      async handler(page, { path, server }) {
        if (path !== "/index.html") return page;
        const { html, state } = await (made ??= render());
        const text = JSON.stringify(state).replaceAll("<", "\\u003c");
        // The development server's own changes leave nothing to take over.
        const drawn = server ? "" : html;
        const app = `<div id="app">${drawn}</div>\n    <script id="first-visit" type="application/json">${text}</script>`;
        return page.replace('<div id="app"></div>', () => app);
      },
    },
  };
}

/** Runs the page's own modules in Node. */
async function render(): Promise<FirstVisit> {
  const server = await createServer({
    configFile: false,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  });
  try {
    const { firstVisit } = (await server.ssrLoadModule("/src/first-visit.tsx")) as {
      firstVisit(): Promise<FirstVisit>;
    };
    return await firstVisit();
  } finally {
    await server.close();
  }
}
