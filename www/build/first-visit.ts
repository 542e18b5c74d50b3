// The page as a visitor finds it: the example's result is made when the page is built, and stands in its HTML, so that
// it says something before the engine has loaded, and without JavaScript.

import { createServer, type Plugin } from "vite";

const VIRTUAL = "virtual:first-visit";
const RESOLVED = `\0${VIRTUAL}`;

interface FirstVisit {
  html: string;
  state: unknown;
}

export function firstVisit(): Plugin {
  let made: Promise<FirstVisit> | undefined;
  const make = () => (made ??= render());
  return {
    name: "first-visit",
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      return `export default ${JSON.stringify(JSON.stringify((await make()).state))};`;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type === "asset")
          page.source = String(page.source).replace('<div id="app">', `<div id="app">${(await make()).html}`);
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
    const { firstVisit } = (await server.ssrLoadModule("/src/first-visit.tsx")) as { firstVisit(): FirstVisit };
    return firstVisit();
  } finally {
    await server.close();
  }
}
