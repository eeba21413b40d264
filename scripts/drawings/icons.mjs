// Makes the icons browsers ask for by themselves out of `favicon.svg`: /favicon.ico and /apple-touch-icon.png, for both
// apps. To run again when the drawing changes: node scripts/drawings/icons.mjs
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { systemChromium } from "../lib/chromium.mjs";

const root = join(import.meta.dirname, "../..");
const drawing = await readFile(join(root, "apps/site/public/favicon.svg"), "utf8");

const browser = await chromium.launch({ executablePath: systemChromium(), args: ["--no-sandbox"] });
const small = await draw(32);
// Home screens cut their own corners and show no transparency: the plate fills its square.
const large = await draw(180, "#0b6a4e");
await browser.close();

for (const app of ["site", "mini"]) {
  const folder = join(root, "apps", app, "public");
  await writeFile(join(folder, "favicon.svg"), drawing);
  await writeFile(join(folder, "favicon.ico"), iconOf(small, 32));
  await writeFile(join(folder, "apple-touch-icon.png"), large);
}

/** The drawing as a PNG of `size` × `size` pixels. */
async function draw(size, background = "transparent") {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const picture = `data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}`;
  await page.setContent(
    `<body style="margin:0;background:${background}"><img src="${picture}" width="${size}" style="display:block">`,
  );
  await page.locator("img").evaluate((image) => image.decode());
  return page.screenshot({ omitBackground: true });
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
