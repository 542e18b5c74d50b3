// Whoever has used the page needs no network on the next visit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, paste, settled, start, tab } from "./page.mjs";

test("once the page was used, everything is there without a network", async (t) => {
  const setup = await start();
  t.after(() => setup.stop());
  const { page, check } = await open(setup, { context: { serviceWorkers: "allow" } });
  await settled(page);
  await page.mouse.move(100, 100);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await paste(
    page,
    JSON.stringify({ name: "offline", inputSchema: { type: "object", properties: { a: { const: 1 } } } }),
  );
  await page.locator("#counts code", { hasText: "offline" }).waitFor();
  for (const name of ["Declaration", "Diff", "Request", "Call", "Report", "Targets"]) {
    await tab(page, name);
    await page.locator("#panel").getByText("Loading…").waitFor({ state: "detached" });
  }
  await page.locator("#examples").selectOption("maps");
  await page.locator("#counts code", { hasText: "run_container" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  check();
});
