// Links that TypeDoc writes wrongly: `navigationLinks`, unchanged on pages in every folder, and the place of an inherited
// constructor, in `node_modules`, which the repository does not have.

export function load({ converter, options, renderer }) {
  converter.on("resolveReflection", (_, reflection) => {
    if (reflection.sources?.some(({ fileName }) => fileName.includes("node_modules"))) delete reflection.sources;
  });
  renderer.on("endPage", (page) => {
    const up = "../".repeat(page.url.split("/").length - 1);
    for (const link of Object.values(options.getValue("navigationLinks")))
      page.contents = page.contents.replaceAll(`<a href="${link}"`, `<a href="${up}${link}"`);
  });
}
