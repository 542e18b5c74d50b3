// A module of a package with one more export: a function that the package keeps to itself. The package is imported as its
// users import it; while it loads, Node.js appends the export to that module.

import { registerHooks } from "node:module";

const PACKAGES = new URL("node_modules/", import.meta.url);

export async function exposed(folder, within, name) {
  const { href } = new URL(`${folder}/${within}`, PACKAGES);
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== href) return loaded;
      const source = String(loaded.source);
      return new RegExp(`export \\{[^}]*\\b${name}\\b`).test(source) ? loaded : { ...loaded, source: `${source}\nexport { ${name} };` };
    },
  });
  await import(folder);
  const module = await import(href);
  hooks.deregister();
  return module;
}
