// Examples import what their readers have installed: here that is found in what is built, and beside this file.

export function resolve(specifier, context, next) {
  const [name, subpath = "index"] = specifier.split("/");
  if (name === "lapidary") return next(new URL(`../../crate/wasm/dist/${subpath}.js`, import.meta.url).href, context);
  const isInstalled = context.parentURL?.includes("/js/examples/") && /^[@\w]/.test(specifier);
  return next(specifier, isInstalled ? { ...context, parentURL: import.meta.url } : context);
}
