/**
 * Draws the app's icons, and the pictures of passes in Apple Wallet, from the brands' marks:
 * `node apps/mini/build-steps/write-icons.mjs`. It needs a Chromium, and its files are committed, so that a build needs
 * none.
 */

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { systemChromium } from "../../../scripts/lib/chromium.mjs";

const root = join(import.meta.dirname, "../../..");
const icons = join(root, "apps/mini/public/icons");
const passes = join(root, "apps/api/src/loyalty/reach/wallet/pictures");
const brand = join(root, "libs/ui/src/theme");
const drawings = { "krua-bowl": "KruaBowlMark", "thong-cha": "ThongChaMark" };

/** The mark of a brand as an SVG of its own, in the paint of its tokens. */
async function markOf(key) {
  const source = await readFile(join(brand, "brand-logo.tsx"), "utf8");
  const tokens = await readFile(join(root, "libs/ui/src/tokens", `${key}.css`), "utf8");
  const rules = await readFile(join(brand, "brand-logo.module.css"), "utf8");
  const [, drawing] = source.match(
    new RegExp(`function ${drawings[key]}\\(\\) \\{\\s+return \\(\\s+<>([\\s\\S]+?)</>`),
  );
  const pair = source.match(/KANOK_PAIR =\s+"([^"]+)"/)[1];
  const shapes = drawing
    .replace(/className=\{styles\.(\w+)\}/g, 'class="$1"')
    .replaceAll("{KANOK_PAIR}", `"${pair}"`)
    .replaceAll("strokeDasharray", "stroke-dasharray");
  const paint = [...tokens.matchAll(/--mark-\w+: #\w+;/g)].join("");
  return { shapes, ground: paint.match(/ground: (#\w+)/)[1], style: `svg{${paint}}${rules}` };
}

const browser = await chromium.launch({ executablePath: systemChromium(), args: ["--no-sandbox"] });
const page = await browser.newPage();
await mkdir(icons, { recursive: true });

async function draw(file, size, { shapes, style }, { ground, share }) {
  const inset = (64 / share - 64) / 2;
  const box = `${-inset} ${-inset} ${64 / share} ${64 / share}`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}${style}body{background:${ground ?? "transparent"}}svg{display:block}</style>` +
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}">${shapes}</svg>`,
  );
  await page.screenshot({ path: file, omitBackground: true });
}

for (const key of Object.keys(drawings)) {
  const mark = await markOf(key);
  await draw(join(icons, `${key}-192.png`), 192, mark, { share: 1 });
  await draw(join(icons, `${key}-512.png`), 512, mark, { share: 1 });
  // A launcher cuts its own shape out of this: the mark keeps to the middle four fifths.
  await draw(join(icons, `${key}-maskable.png`), 512, mark, { ground: mark.ground, share: 0.8 });
  await mkdir(join(passes, key), { recursive: true });
  // Apple's sizes in points, each in three densities.
  for (const [name, points] of [
    ["icon", 29],
    ["logo", 50],
  ]) {
    for (const [suffix, density] of [
      ["", 1],
      ["@2x", 2],
      ["@3x", 3],
    ]) {
      const file = join(passes, key, `${name}${suffix}.png`);
      await draw(file, points * density, mark, { share: 1 });
    }
  }
}
await browser.close();
