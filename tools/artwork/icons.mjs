/** The icons of the apps and of passes in Apple Wallet, out of the brands' marks. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

const group = JSON.parse(await readFile(join(import.meta.dirname, "../../group.json"), "utf8"));
const brands = Object.keys(group.brands);
const attribute = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The mark of a brand: its shapes as SVG, and the colour of its ground, which is its first shape. */
function markOf(brand) {
  const { mark } = group.brands[brand];
  const shapes = mark.map(({ shape, ...attributes }) => {
    const written = Object.entries(attributes).map(
      ([name, value]) => `${attribute(name)}="${value}"`,
    );
    return `  <${shape} ${written.join(" ")}/>\n`;
  });
  return { shapes: shapes.join(""), ground: mark[0].fill };
}

const svgOf = ({ shapes }, attributes = "", box = "0 0 64 64") =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes} viewBox="${box}">\n${shapes}</svg>\n`;

/**
 * A mark as a PNG of `size` × `size` pixels.
 *
 * @param ground the colour behind it; transparent without one
 * @param share how much of the width the mark takes
 */
async function pngOf(page, size, mark, { ground = "transparent", share = 1 } = {}) {
  const inset = (64 / share - 64) / 2;
  const box = `${-inset} ${-inset} ${64 / share} ${64 / share}`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}body{background:${ground}}svg{display:block}</style>` +
      svgOf(mark, ` width="${size}" height="${size}"`, box),
  );
  return page.screenshot({ omitBackground: true });
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @returns {Promise<Record<string, string | Buffer>>} all icons by their paths from the repository's root
 */
export async function icons(browser) {
  const page = await browser.newPage();
  const files = {};
  for (const brand of brands) {
    const mark = markOf(brand);
    const app = `apps/mini/public/icons/${brand}`;
    files[`${app}-192.png`] = await pngOf(page, 192, mark);
    files[`${app}-512.png`] = await pngOf(page, 512, mark);
    // A launcher cuts its own shape out of this: the mark keeps to the middle four fifths.
    const whole = { ground: mark.ground, share: 0.8 };
    files[`${app}-maskable.png`] = await pngOf(page, 512, mark, whole);
    // Apple's sizes in points, each in three densities.
    for (const [name, points] of Object.entries({ icon: 29, logo: 50 }))
      for (const [suffix, density] of Object.entries({ "": 1, "@2x": 2, "@3x": 3 })) {
        const file = `apps/api/src/loyalty/reach/wallet/pictures/${brand}/${name}${suffix}.png`;
        files[file] = await pngOf(page, points * density, mark);
      }
  }
  Object.assign(files, await favicons(page));
  await page.close();
  return files;
}

/** What browsers ask for by themselves; home screens cut their own corners and show no transparency. */
async function favicons(page) {
  const mark = markOf(brands[0]);
  const small = iconOf(await pngOf(page, 32, mark), 32);
  const large = await pngOf(page, 180, mark, { ground: mark.ground });
  const files = {};
  for (const app of ["site", "mini", "staff"]) {
    files[`apps/${app}/public/favicon.svg`] = svgOf(mark);
    files[`apps/${app}/public/favicon.ico`] = small;
    if (app !== "staff") files[`apps/${app}/public/apple-touch-icon.png`] = large;
  }
  return files;
}

/** An .ico file that holds one PNG: a header, one directory entry, the picture. */
function iconOf(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
