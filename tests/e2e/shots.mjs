// Pictures of the page for README, documentation and links: `npm run shots` after the page was built.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { edited, example, open, row, settled, shot, start, tab } from "./page.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const openRow = (name) => (page) => row(page, name).click();

/** One each: where it goes, how large it is, and what is brought about before. */
const SHOTS = {
  "docs/screenshot.png": { width: 1280, height: 800, colorScheme: "light", reach: openRow("start_line") },
  "docs/images/page-dark.png": {
    width: 1280,
    height: 800,
    colorScheme: "dark",
    async reach(page) {
      await example(page, "unions");
      await row(page, "trigger").click();
    },
  },
  "docs/images/page-call.png": {
    width: 1280,
    height: 800,
    colorScheme: "light",
    async reach(page) {
      await example(page, "maps");
      await page.getByText("round-trip", { exact: true }).click();
      await settled(page);
      await tab(page, "Call");
      await page.getByText("Valid for the original schema").waitFor();
    },
  },
  "docs/images/page-phone.png": {
    width: 390,
    height: 844,
    colorScheme: "light",
    hasTouch: true,
    reach: (page) => page.getByRole("button", { name: "Result", exact: true }).click(),
  },
  "www/public/social.png": { width: 1200, height: 630, colorScheme: "light", reach: async () => {} },
};

const setup = await start();
await mkdir(`${ROOT}docs/images`, { recursive: true });
for (const [file, { reach, width, height, ...context }] of Object.entries(SHOTS)) {
  const { page, check, close } = await open(setup, { context: { ...context, viewport: { width, height } } });
  await settled(page);
  await edited(page);
  await reach(page);
  await shot(page, ROOT + file);
  console.log(`${file}: ${width} × ${height}`);
  check();
  await close();
}
await setup.stop();
