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
  return [...placesOf(names), ...macintosh].find((place) => existsSync(place));
}

/** @returns {string | undefined} Chromium without windows where it is installed, which needs less processor time; else the above */
export function headlessChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const shell = placesOf(["chromium-headless-shell"]).find((place) => existsSync(place));
  return shell ?? systemChromium();
}

/** @param {string[]} programs their names @returns {string[]} where each of them could be */
function placesOf(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Whether the browser tests can run: on the system's browser, or on one Playwright has downloaded. */
export async function haveChromium() {
  if (headlessChromium()) return true;
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}
