import type { Browser } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { menuPdf } from "../../libs/content/menu-pdf/menu-pdf.ts";
import { brandKeys } from "../../libs/ui/src/theme/brands.ts";
import { drawings } from "./drawings/drawings.mjs";
import { drawnFiles, exactFiles, openBrowser, root } from "./files.mjs";

const committed = (path: string) => readFileSync(join(root, path));
const AGAIN = "what is committed is what `npx nx run artwork:build` makes";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("the drawings and the cut fonts are made again byte for byte", async () => {
  const made: Record<string, string | Buffer> = await exactFiles();

  for (const [path, content] of Object.entries(made))
    expect(committed(path).equals(Buffer.from(content)), `${path}: ${AGAIN}`).toBe(true);
  for (const folder of ["dishes", "scenes"]) {
    const there = readdirSync(join(root, "libs/content/src/art", folder)).map(
      (file) => `libs/content/src/art/${folder}/${file}`,
    );
    expect(there.filter((path) => !(path in made))).toEqual([]);
  }
});

test("no drawing holds words, scripts or styles: they are for every language and every content policy", () => {
  for (const [name, svg] of Object.entries(drawings()))
    expect(svg, name).not.toMatch(
      /<text|<script|<style|style=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    );
});

/** How much of a picture's pixels may differ, and by how much of 255: two versions of Chromium round edges differently. */
const MAX_SHARE = 0.001;
const MAX_DIFFERENCE = 24;

/** What share of the pixels of two pictures differs; 1 where their sizes do. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const page = await browser.newPage();
  const share = await page.evaluate(
    async ([pictures, limit]) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const { width, height } = bitmap;
          const context = new OffscreenCanvas(width, height).getContext("2d")!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, width, height);
        }),
      );
      if (a!.width !== b!.width || a!.height !== b!.height) return 1;
      const differing = new Set<number>();
      a!.data.forEach((value, at) => {
        if (Math.abs(value - b!.data[at]!) > limit) differing.add(at >> 2);
      });
      return differing.size / (a!.width * a!.height);
    },
    [[one.toString("base64"), other.toString("base64")], MAX_DIFFERENCE] as const,
  );
  await page.close();
  return share;
}

test("icons, the pictures of wallets and those of shared links are drawn again, pixel by pixel", async () => {
  const made: Record<string, string | Buffer> = await drawnFiles(browser);

  for (const [path, content] of Object.entries(made)) {
    const [there, again] = [committed(path), Buffer.from(content)];
    if (there.equals(again)) continue;
    expect(path, `${path}: ${AGAIN}`).not.toMatch(/\.svg$/);
    expect(await difference(there, again), `${path}: ${AGAIN}`).toBeLessThan(MAX_SHARE);
  }
  for (const folder of ["apps/mini/public/icons", "apps/site/public/shared"])
    for (const file of readdirSync(join(root, folder)))
      expect(Object.keys(made)).toContain(`${folder}/${file}`);
});

test("a picture that is another one counts as different", async () => {
  const icons = "apps/mini/public/icons";
  const [bowl, glass] = [`${icons}/krua-bowl-192.png`, `${icons}/thong-cha-192.png`];
  expect(await difference(committed(bowl), committed(bowl))).toBe(0);
  expect(await difference(committed(bowl), committed(glass))).toBeGreaterThan(0.1);
});

interface Menu {
  dishes: { id: string; name: { en: string }; price: string }[];
  menus: { brand: string; sections: { dishes: { dish: string }[] }[] }[];
}

test.each(brandKeys)(
  "the printed menu of %s names every dish and price, each time in the same bytes",
  async (brand) => {
    const pdf = await menuPdf(brand);
    expect(pdf.equals(await menuPdf(brand))).toBe(true);

    const read =
      "import io, sys, pypdf; print(*(p.extract_text() for p in pypdf.PdfReader(io.BytesIO(sys.stdin.buffer.read())).pages))";
    const text = execFileSync(join(root, ".venv/bin/python"), ["-c", read], { input: pdf })
      .toString()
      .replace(/\s+/g, " ");
    const menu = JSON.parse(committed("libs/content/src/snapshot/menu.json").toString()) as Menu;
    const served = menu.menus
      .find((each) => each.brand === brand)!
      .sections.flatMap(({ dishes }) => dishes.map(({ dish }) => dish));
    expect(served.length).toBeGreaterThan(5);
    for (const { name, price } of menu.dishes.filter(({ id }) => served.includes(id))) {
      expect(text).toContain(name.en);
      expect(text).toContain(`RM ${price}`);
    }
  },
);
