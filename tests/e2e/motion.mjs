// Fifteen seconds of the page, for README: `npm run motion` after the page was built. Needs img2webp (Debian: webp).

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { edited, example, open, paste, row, shot, start } from "./page.mjs";

const OUT = fileURLToPath(new URL("../../docs/motion.webp", import.meta.url));
const SIZE = { width: 1280, height: 800 };
const LIMIT = 1e6;
const QUALITY = 75;
/** The pictures while the pointer moves, and how long each stays, in ms. */
const STEPS = 8;
const STEP = 40;

const ERROR = `[GoogleGenerativeAI Error]: Error fetching from https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent: [400 Bad Request] Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`;

/** The scenes: a click or another action, the text that shows its end if it takes time, and the duration in ms. */
const SCENES = [
  { act: (page) => paste(page, ERROR), shows: "GS014", stays: 2600 },
  { act: (page) => example(page, "bounds"), stays: 1300 },
  { click: (page) => row(page, "price"), stays: 2200 },
  { act: (page) => example(page, "maps"), stays: 1300 },
  { click: (page) => row(page, "env"), stays: 1600 },
  { click: (page) => page.getByText("round-trip", { exact: true }), stays: 1700 },
  { click: (page) => page.getByRole("tab", { name: "Call", exact: true }), shows: "Valid for the original schema", stays: 3000 },
];

const setup = await start();
const folder = mkdtempSync(join(tmpdir(), "motion-"));
const { page, check, close } = await open(setup, { context: { viewport: SIZE, colorScheme: "light" } });
const frames = [];
const pointer = { x: SIZE.width / 2, y: SIZE.height / 2 };

async function frame(stays) {
  const path = join(folder, `${frames.length}.png`);
  await shot(page, path);
  frames.push({ path, stays });
}

/** Pictures have no pointer of their own. */
async function drawPointer() {
  await page.evaluate(() => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M1 1v18l5-4 3 7 3-1-3-7h6z");
    path.setAttribute("fill", "#111");
    path.setAttribute("stroke", "#fff");
    svg.append(path);
    Object.assign(svg.style, { position: "fixed", left: 0, top: 0, width: "24px", zIndex: 9, pointerEvents: "none" });
    document.body.append(svg);
    addEventListener("mousemove", ({ x, y }) => (svg.style.transform = `translate(${x}px, ${y}px)`));
  });
  await page.mouse.move(pointer.x, pointer.y);
}

/** Moves the pointer onto an element, slower towards the end, and clicks. */
async function click(target) {
  const { x, y, width, height } = await target.boundingBox();
  const from = { ...pointer };
  const to = { x: x + Math.min(width / 2, 60), y: y + height / 2 };
  for (let step = 1; step <= STEPS; step++) {
    const way = 1 - (1 - step / STEPS) ** 2;
    Object.assign(pointer, { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way });
    await page.mouse.move(pointer.x, pointer.y);
    await frame(STEP);
  }
  await target.click({ position: { x: to.x - x, y: to.y - y } });
}

await edited(page);
await drawPointer();
for (const scene of SCENES) {
  if (scene.click) await click(scene.click(page));
  else await scene.act(page);
  if (scene.shows) await page.getByText(scene.shows).first().waitFor();
  await frame(scene.stays);
}
check();
await close();
await setup.stop();

const pictures = frames.flatMap(({ path, stays }) => ["-d", String(stays), path]);
execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", String(QUALITY), "-m", "6", ...pictures, "-o", OUT]);
rmSync(folder, { recursive: true });
const { size } = statSync(OUT);
const seconds = frames.reduce((sum, { stays }) => sum + stays, 0) / 1000;
console.log(`docs/motion.webp: ${SIZE.width} × ${SIZE.height}, ${seconds} s, ${size} bytes`);
if (size >= LIMIT) throw new Error(`more than ${LIMIT} bytes`);
