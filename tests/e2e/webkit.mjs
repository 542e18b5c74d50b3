// Debian's WebKitGTK, on a display of its own.

import { spawn } from "node:child_process";
import { Builder, Capabilities } from "selenium-webdriver";
import { findFreePort } from "selenium-webdriver/net/portprober.js";
import { waitForServer } from "selenium-webdriver/http/util.js";

export const WAIT = 30_000;

/** Starts the browser: `{ driver, stop }`. */
export async function startWebKit() {
  const port = await findFreePort();
  // A group of its own, so that the display ends with the driver.
  const display = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${port}`], {
    detached: true,
    stdio: "ignore",
  });
  const end = () => process.kill(-display.pid);
  try {
    const driver = await drive(`http://127.0.0.1:${port}`);
    return { driver, stop: () => driver.quit().finally(end) };
  } catch (error) {
    end();
    throw error;
  }
}

async function drive(address) {
  await waitForServer(address, WAIT);
  const capabilities = new Capabilities({ browserName: "MiniBrowser" });
  return new Builder().usingServer(address).withCapabilities(capabilities).build();
}
