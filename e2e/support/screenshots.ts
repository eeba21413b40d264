import { test, type Page } from "@playwright/test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { paths } from "./servers.ts";

const WIDTHS = [390, 768, 1280] as const;
const THEMES = [
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
  visit: () => Promise<void>;
  /** How often: for every picture, for every width, or once, and then only the theme and the window change. */
  every?: "picture" | "width" | "sheet";
  /** Where the screen is different at some width or not there at all: the widths it has, in px. */
  widths?: readonly number[];
  /** The staff app is the group's and has one brand. @default both */
  brands?: readonly string[];
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
 * theme: a session that two of them shared would be renewed under one of them. The page is on the screen's origin.
 */
export async function takeSheet(
  page: Page,
  { name, visit, every = "picture", widths = WIDTHS, brands, fullPage = true }: Sheet,
): Promise<void> {
  const themes = THEMES.filter(([brand]) => !brands || brands.includes(brand));
  const shots = new Map<string, Shot>();
  if (every === "sheet") await visit();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (every === "width") await visit();
    for (const [brand, scheme] of themes) {
      await setTheme(page, brand, scheme);
      if (every === "picture") await visit();
      await page.waitForLoadState("networkidle");
      await (fullPage ? laidOut(page) : picturesIn(page));
      const png = await page.screenshot({ fullPage, animations: "disabled" });
      const label = `${brand} · ${scheme} · ${width}`;
      shots.set(label, { label, png });
    }
  }
  const inOrder = themes.flatMap(([brand, scheme]) =>
    widths.map((width) => shots.get(`${brand} · ${scheme} · ${width}`)!),
  );
  const blank = await page.context().newPage();
  const sheet = await sheetOf(blank, inOrder, { scale: SCALE, maxHeight: SEEN_PX });
  await blank.close();
  const folder = join(paths.root, "docs/gallery");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), sheet);
}

async function setTheme(page: Page, brand: string, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate((newValue) => {
    localStorage.setItem("activeTab", newValue);
    window.dispatchEvent(new StorageEvent("storage", { key: "activeTab", newValue }));
  }, brand);
}

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

export interface Shot {
  label: string;
  png: Buffer;
}

/**
 * Several screenshots side by side on one WebP, made by the browser itself, since Playwright writes none.
 *
 * @param blank an empty page, which is used up
 * @param scale how large each is, 1 for as it was taken
 * @param maxHeight of a scaled screenshot, in px; what is below is left out
 * @param quality from 0 to 1
 */
export async function sheetOf(
  blank: Page,
  shots: readonly Shot[],
  { scale = 1, maxHeight = Infinity, quality = 0.7 },
): Promise<Buffer> {
  const pictures = shots.map(({ label, png }) => ({ label, data: png.toString("base64") }));
  const address = await blank.evaluate(
    async ({ pictures, scale, maxHeight, quality }) => {
      const GAP = 16;
      const HEAD = 28;
      const drawn = await Promise.all(
        pictures.map(async ({ label, data }) => {
          const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const height = Math.min(picture.height * scale, maxHeight ?? Infinity);
          return { label, picture, width: Math.round(picture.width * scale), height };
        }),
      );
      const canvas = document.createElement("canvas");
      canvas.width = drawn.reduce((sum, { width }) => sum + width + GAP, GAP);
      canvas.height = HEAD + Math.max(...drawn.map(({ height }) => height)) + GAP;
      const pen = canvas.getContext("2d")!;
      pen.imageSmoothingQuality = "high";
      pen.fillStyle = "#8a8a8a";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = "#ffffff";
      pen.font = "13px sans-serif";
      let left = GAP;
      for (const { label, picture, width, height } of drawn) {
        pen.fillText(label, left, 19, width);
        const seen = height / scale;
        pen.drawImage(picture, 0, 0, picture.width, seen, left, HEAD, width, height);
        left += width + GAP;
      }
      return canvas.toDataURL("image/webp", quality);
    },
    // Infinity does not travel.
    { pictures, scale, maxHeight: Number.isFinite(maxHeight) ? maxHeight : null, quality },
  );
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/**
 * A screenshot as WebP, made by the browser itself, since Playwright writes none.
 *
 * @param page any page of the browser; it is left as it is
 * @param png the screenshot
 * @param quality from 0 to 1
 * @param width in px, for a picture that is smaller than the screenshot
 */
export async function asWebp(
  page: Page,
  png: Buffer,
  quality: number,
  width?: number,
): Promise<Buffer> {
  const blank = await page.context().newPage();
  try {
    const address = await blank.evaluate(
      async ([data, share, resizeWidth]) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        const whole = new Blob([bytes], { type: "image/png" });
        const picture = await createImageBitmap(whole, { resizeWidth, resizeQuality: "high" });
        const canvas = document.createElement("canvas");
        canvas.width = picture.width;
        canvas.height = picture.height;
        canvas.getContext("2d")!.drawImage(picture, 0, 0);
        return canvas.toDataURL("image/webp", share);
      },
      [png.toString("base64"), quality, width] as const,
    );
    return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
  } finally {
    await blank.close();
  }
}

/** Takes a picture of what the window shows, for docs/screens, named after the screen and the size of the window. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({
    path: join(paths.root, "docs/screens", `${name}-${test.info().project.name}.png`),
    animations: "disabled",
  });
}
