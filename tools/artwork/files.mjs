/** Every file that this project makes, and its making: what `build.mjs` writes and `artwork.test.ts` compares. */

import { join } from "node:path";

import { chromium } from "@playwright/test";

import { systemChromium } from "../../scripts/lib/chromium.mjs";
import { drawings } from "./drawings/drawings.mjs";
import { fonts } from "./fonts.mjs";
import { icons } from "./icons.mjs";
import { sharedPictures } from "./shared-pictures.mjs";
import { voucherPictures } from "./voucher-pictures.mjs";

export const root = join(import.meta.dirname, "../..");

/** A Chromium that draws: the system's, or the one that Playwright has downloaded. */
export const openBrowser = () =>
  chromium.launch({ executablePath: systemChromium(), args: ["--no-sandbox"] });

/**
 * Files that are the same bytes on every machine with the packages of `package-lock.json`.
 *
 * @returns {Promise<Record<string, string | Buffer>>} by their paths from the repository's root
 */
export const exactFiles = async () => ({ ...drawings(), ...(await fonts()) });

/**
 * Files that a browser draws: another version may round the edges of a shape differently.
 *
 * @param {import("@playwright/test").Browser} browser
 * @returns {Promise<Record<string, string | Buffer>>} by their paths from the repository's root
 */
export const drawnFiles = async (browser) => ({
  ...(await icons(browser)),
  ...(await sharedPictures(browser)),
  ...(await voucherPictures(browser)),
});
