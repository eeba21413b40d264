/** The pictures of the first vouchers, 600 × 600: a ticket with the amount, and no words besides. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { picture, put, together } from "./drawings/pen.mjs";
import { disc, lattice, raw, rect, strewn } from "./drawings/props.mjs";

const root = join(import.meta.dirname, "../..");
const { currency } = JSON.parse(await readFile(join(root, "group.json"), "utf8"));
const SIZE = 600;

const star = "M0-30L9-10L30-8L14 7L19 28L0 17L-19 28L-14 7L-30-8L-9-10Z";
const stars = (...heights) =>
  heights.map((y) => `<path d="${star}" transform="translate(0 ${y})"/>`).join("");

/** What is on the stub of each ticket, in white. */
const signs = {
  bowl: '<path d="M-36-4H36C36 24 20 40 0 40C-20 40-36 24-36-4Z"/><path d="M-16-16C-24-28-8-36-16-50M0-16C-8-28 8-36 0-50M16-16C8-28 24-36 16-50" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>',
  friends:
    '<g fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"><circle cx="-15" cy="-22" r="14"/><circle cx="17" cy="-22" r="14"/><path d="M-42 34C-42 6-26-2-15-2C-4-2 10 6 10 34M17-2C30-2 44 6 44 34"/></g>',
  one: stars(0),
  two: stars(-36, 36),
  crown: '<path d="M-40 24V-24L-18-4L0-34L18-4L40-24V24Z"/>',
};

const vouchers = {
  "welcome-voucher": {
    amount: 5,
    sign: "bowl",
    ground: "#FBE3D2",
    stub: "#D9481C",
    ink: "#8A2A12",
  },
  "referral-voucher": {
    amount: 5,
    sign: "friends",
    ground: "#DFF0E4",
    stub: "#3E8F50",
    ink: "#1E5A3A",
  },
  "plus-voucher": { amount: 5, sign: "one", ground: "#E4ECEF", stub: "#6F8EA3", ink: "#2C4350" },
  "elite-voucher": { amount: 15, sign: "two", ground: "#FBEBC4", stub: "#D19A24", ink: "#6B4508" },
  "royal-voucher": {
    amount: 30,
    sign: "crown",
    ground: "#3A1745",
    stub: "#93458F",
    ink: "#4D1B5E",
  },
};

const ticket = ({ amount, sign, stub, ink }) =>
  raw(
    '<path d="M-206-106H206C222-106 232-96 232-82V82C232 96 222 106 206 106H-206C-222 106-232 96-232 82V-82C-232-96-222-106-206-106Z" fill="#2a1505" opacity=".16" transform="translate(0 14)"/>' +
      '<path d="M-206-106H-112A20 20 0 0 0-72-106H206C222-106 232-96 232-82V82C232 96 222 106 206 106H-72A20 20 0 0 0-112 106H-206C-222 106-232 96-232 82V-82C-232-96-222-106-206-106Z" fill="#FFFCF4"/>' +
      `<path d="M-206-106H-112A20 20 0 0 0-92-86V86A20 20 0 0 0-112 106H-206C-222 106-232 96-232 82V-82C-232-96-222-106-206-106Z" fill="${stub}"/>` +
      `<path d="M-92-76V80" stroke="${stub}" stroke-width="5" stroke-dasharray="2 14" stroke-linecap="round"/>` +
      `<g transform="translate(-162 0)" fill="#fff">${signs[sign]}</g>` +
      `<text x="70" y="34" text-anchor="middle" font-size="${amount < 10 ? 104 : 92}" fill="${ink}">${currency.sign} ${amount}</text>`,
  );

const drawn = (voucher) =>
  together(
    rect(SIZE, SIZE, voucher.ground),
    lattice(SIZE, SIZE, voucher.stub, 0.22),
    disc(300, 300, 240, "#fff", voucher.sign === "crown" ? 0.12 : 0.5),
    put(raw(ticket(voucher).body), 300, 300, 0.9, -6),
    strewn([
      ["lime", 150, 480, -20, 1.1],
      ["basil", 90, 110, 30, 1.1],
      ["basil", 500, 120, 100, 1.2],
      ["mint", 478, 496, 20, 1.2],
      ["chilli", 250, 96, 0, 1],
      ["chilli", 340, 500, 0, 1],
    ]),
  );

/**
 * @param {import("@playwright/test").Browser} browser
 * @returns {Promise<Record<string, Buffer>>} by their paths from the repository's root
 */
export async function voucherPictures(browser) {
  const face = await readFile(join(root, "libs/ui/src/tokens/fonts/kanit-core.woff2"), "base64");
  const style = `<style>
    @font-face { font-family: Kanit; font-weight: 600; src: url(data:font/woff2;base64,${face}) }
    body { margin: 0 }
    svg { display: block; font: 600 100px Kanit }
  </style>`;
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  const files = {};
  for (const [name, voucher] of Object.entries(vouchers)) {
    await page.setContent(style + picture(SIZE, SIZE, drawn(voucher)));
    await page.evaluate("document.fonts.ready");
    const png = await page.screenshot();
    const address = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = document.createElement("canvas");
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      return canvas.toDataURL("image/webp", 0.86);
    }, png.toString("base64"));
    files[`apps/api/src/loyalty/features/content/pictures/${name}.webp`] = Buffer.from(
      address.split(",")[1],
      "base64",
    );
  }
  await page.close();
  return files;
}
