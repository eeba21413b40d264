import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

import { zxingDetector } from "./zxing-detector.ts";

const SIDE = 480;
const CARD = "DCQP-7VVK-3D4M";
/** The test vector of docs/till.md: as long as a signed voucher code is. */
const SIGNED =
  "LV1:R70-0925L-S14CI4+M9QT000HB0000$*0000V50B004EN-%MJ683*MO89K1KD2M5RB9$T$XQ+70P5BJAN8HL/+UX70HNOATPSU15W8%4POLEQ5P64IATO+SL-76QCVF-V80QPPAA:A/ME8IUH4DKFR30";

/** Brightness of each point of a square picture, 0 to 255. */
type Picture = Float32Array;

/** A code on paper before a grey wall, turned by so many degrees about its middle. */
async function photographed(text: string, degrees: number, share = 0.62): Promise<Picture> {
  const { symbol } = await writeBarcode(text, { format: "QRCode" });
  const { data, width } = symbol;
  const side = SIDE * share;
  const module = side / (width + 8);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return Float32Array.from({ length: SIDE * SIDE }, (_, place) => {
    const [x, y] = [(place % SIDE) - SIDE / 2, Math.floor(place / SIDE) - SIDE / 2];
    const [column, row] = [cos * x + sin * y, cos * y - sin * x].map((way) =>
      Math.floor((way + side / 2) / module - 4),
    ) as [number, number];
    if (column < -4 || row < -4 || column >= width + 4 || row >= width + 4) return 120;
    const isInside = column >= 0 && row >= 0 && column < width && row < width;
    return isInside && data[row * width + column] === 0 ? 25 : 235;
  });
}

/** Out of focus: the mean of a square around each point, twice, which is close to a lens. */
function blurred(picture: Picture, radius: number): Picture {
  const once = (from: Picture, step: number) =>
    from.map((_, place) => {
      let sum = 0;
      for (let away = -radius; away <= radius; away++) {
        sum += from[Math.min(Math.max(place + away * step, 0), from.length - 1)]!;
      }
      return sum / (2 * radius + 1);
    });
  return [1, SIDE, 1, SIDE].reduce((before, step) => once(before, step), picture);
}

const halfDark = (picture: Picture): Picture =>
  picture.map((light, place) => (place % SIDE > SIDE / 2 ? light * 0.3 : light));

/** A lamp's reflection at a corner of the code. */
const withGlare = (picture: Picture): Picture =>
  picture.map((light, place) => {
    const away = Math.hypot((place % SIDE) - SIDE * 0.66, Math.floor(place / SIDE) - SIDE * 0.62);
    return Math.min(255, light + 200 * Math.exp(-((away / 42) ** 2)));
  });

function imageOf(picture: Picture): ImageData {
  const data = new Uint8ClampedArray(picture.length * 4).fill(255);
  picture.forEach((light, place) => data.fill(light, place * 4, place * 4 + 3));
  return { data, width: SIDE, height: SIDE, colorSpace: "srgb" } as ImageData;
}

const wasmOf = (name: string) =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`zxing-wasm/${name}`))).buffer;
prepareZXingModule({ overrides: { wasmBinary: wasmOf("writer/zxing_writer.wasm") } });
const find = zxingDetector(wasmOf("reader/zxing_reader.wasm"));

const spoils: readonly [string, (picture: Picture) => Picture][] = [
  ["clear", (picture) => picture],
  ["blurred", (picture) => blurred(picture, 2)],
  ["half dark", halfDark],
  ["with glare", withGlare],
  ["half dark and blurred", (picture) => blurred(halfDark(picture), 1)],
];

test("of 40 pictures, tilted up to 30°, blurred, half dark and with glare, 95 % are read", async () => {
  const missed: string[] = [];
  for (const text of [CARD, SIGNED]) {
    for (const degrees of [0, 12, 30, -30]) {
      for (const [name, spoil] of spoils) {
        const read = await find(imageOf(spoil(await photographed(text, degrees))));
        if (read !== text) missed.push(`${name}, ${degrees}°: ${read}`);
      }
    }
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(2);
}, 60_000);

test("a picture without a code gives none", async () => {
  expect(await find(imageOf(new Float32Array(SIDE * SIDE).fill(120)))).toBeNull();
});
