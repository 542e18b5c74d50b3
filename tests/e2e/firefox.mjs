// Debian's Firefox, which speaks WebDriver BiDi itself.

import puppeteer from "puppeteer-core";

export const startFirefox = () =>
  puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" });
