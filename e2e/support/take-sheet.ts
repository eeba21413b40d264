import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { places } from "./places.ts";
import { sheetOf, type Shot } from "./sheet.ts";

const WIDTHS = [390, 768, 1280] as const;
const LOOKS = [
  ["krua-bowl", "light"],
  ["krua-bowl", "dark"],
  ["thong-cha", "light"],
  ["thong-cha", "dark"],
] as const;

/** How large a screenshot is on its sheet, and how much of a long page is seen, in px. */
const SCALE = 0.3;
const SEEN_PX = 1250;

interface Sheet {
  /** The name of its file in docs/gallery. */
  name: string;
  /** Brings the page to what the sheet shows. */
  visit: () => Promise<void>;
  /** How often: for every picture, for every width, or once, and then only the looks and the window change. */
  every?: "picture" | "width" | "sheet";
  /** Where the screen is different at some width or not there at all: the widths it has, in px. */
  widths?: readonly (typeof WIDTHS)[number][];
  /** The page in its whole length, else what the window shows. */
  fullPage?: boolean;
}

/** The page as the gallery shows it: no announcement, and no tiles, as where there is no network. */
export async function prepareForSheets(page: Page): Promise<void> {
  await page.route("https://tile.openstreetmap.org/**", (route) => route.abort());
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
}

/**
 * Takes one screen at three widths, in both brands and both schemes, and writes them as one sheet. One page for every
 * look: a session that two of them shared would be renewed under one of them. The page is on the screen's origin.
 */
export async function takeSheet(
  page: Page,
  { name, visit, every = "picture", widths = WIDTHS, fullPage = true }: Sheet,
): Promise<void> {
  const shots = new Map<string, Shot>();
  if (every === "sheet") await visit();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (every === "width") await visit();
    for (const [brand, scheme] of LOOKS) {
      await wear(page, brand, scheme);
      if (every === "picture") await visit();
      await page.waitForLoadState("networkidle");
      await (fullPage ? laidOut(page) : picturesIn(page));
      const png = await page.screenshot({ fullPage, animations: "disabled" });
      const label = `${brand} · ${scheme} · ${width}`;
      shots.set(label, { label, png });
    }
  }
  const inOrder = LOOKS.flatMap(([brand, scheme]) =>
    widths.map((width) => shots.get(`${brand} · ${scheme} · ${width}`)!),
  );
  const blank = await page.context().newPage();
  const sheet = await sheetOf(blank, inOrder, { scale: SCALE, maxHeight: SEEN_PX });
  await blank.close();
  const folder = join(places.root, "docs/gallery");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), sheet);
}

/** Changes brand and scheme at once, as another tab would: a dialog stays open. */
async function wear(page: Page, brand: string, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate((newValue) => {
    localStorage.setItem("activeTab", newValue);
    window.dispatchEvent(new StorageEvent("storage", { key: "activeTab", newValue }));
  }, brand);
}

/** Every picture that this look has just asked for is there. */
function picturesIn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>("img:not([loading=lazy])")];
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => null)));
  });
}

/** The whole page at once: what is lazy is fetched, and what keeps to the screen's lower edge lies at its place. */
export async function laidOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll<HTMLImageElement>("img[width]"))
      picture.loading = "eager";
    for (const part of document.querySelectorAll<HTMLElement>("main *, #root > nav"))
      if (["sticky", "fixed"].includes(getComputedStyle(part).position))
        part.style.position = "static";
  });
  await picturesIn(page);
}
