/** The browser of the end-to-end tests: the system's own, since one cannot be downloaded everywhere. */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macintosh = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** @returns {string | undefined} CHROMIUM_PATH, or the first Chromium or Chrome that is installed */
export function systemChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...macintosh].find((place) => existsSync(place));
}

/** Whether the browser tests can run: on the system's browser, or on one Playwright has downloaded. */
export async function haveChromium() {
  if (systemChromium()) return true;
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}
