import { join } from "node:path";

import { cameraArguments, photographed, putBeforeCamera, type Shot } from "../support/camera.ts";
import { aCounter } from "../support/counter.ts";
import { signedInOnMini } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { mini, paths } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";
import { showTeaOn, TEA } from "../support/vouchers.ts";

const GLARE = (x: number, y: number, px: number) =>
  `radial-gradient(circle ${px}px at ${x}% ${y}%, #fff 20%, #fffa 55%, #fff0 100%)`;
const HALF_DARK = "linear-gradient(90deg, #0000 49%, #000b 51%)";

const SHOTS: readonly Shot[] = [
  { name: "plain" },
  { name: "tilted 15°", code: "rotate: 15deg" },
  { name: "tilted 30°", code: "rotate: 30deg" },
  { name: "tilted -30°", code: "rotate: -30deg" },
  { name: "held 30° from the side", code: "transform: perspective(900px) rotateY(30deg)" },
  { name: "held 30° from below", code: "transform: perspective(900px) rotateX(30deg)" },
  { name: "blurred", code: "filter: blur(2px)" },
  { name: "half dark", light: HALF_DARK },
  { name: "with glare", light: GLARE(60, 62, 90) },
  { name: "small", code: "scale: 0.6" },
  { name: "dark, by a cheap camera", code: "filter: brightness(0.35)", quality: 25 },
  {
    name: "tilted, blurred and half dark",
    code: "filter: blur(1px); rotate: 20deg",
    light: HALF_DARK,
    quality: 50,
  },
];
const BY_EACH_CODE = 2;
const MAX_MISSED = Math.floor(SHOTS.length * BY_EACH_CODE * 0.05);
const SCAN_TIMEOUT_MS = 8_000;

/**
 * The whole way from the member's screen to the cashier's, but for the lens: the QR codes that the mini-program drew are
 * photographed in a page, and are Chromium's camera of the real scan screen. It is without a network, so what is read is on
 * the screen at once: a card's code, or a signed code that is verified there. Chromium for Linux has no BarcodeDetector:
 * this is the way of zxing-wasm, out of the service worker's cache.
 */
test("the counter's camera reads 95 % of 24 pictures: tilted, blurred, half dark, with glare, small @long", async ({
  page,
  playwright,
  launchOptions,
}) => {
  test.setTimeout(120_000);
  const film = join(paths.folder, "camera.mjpeg");
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...cameraArguments(film)],
  });
  const studio = await browser.newPage({ viewport: { width: 960, height: 540 } });
  putBeforeCamera(film, await photographed(studio, "", { name: "an empty table" }));
  const outletId = 7;
  const { page: counter, context } = await aCounter(page, browser, "Counter 7", outletId);
  expect(await counter.evaluate(() => "BarcodeDetector" in window)).toBe(false);

  const member = await registered();
  await (await aTill(8)).earn(member.user.id, 600);
  const phone = await browser.newPage();
  await signedInOnMini(phone, member);
  await phone.goto(`${mini}/rewards`);
  const drawn = (name: string) => phone.getByRole("img", { name }).evaluate((svg) => svg.outerHTML);
  const card = await drawn("QR code with your member ID");
  await showTeaOn(phone, "Melaka");
  await phone.getByRole("button", { name: "No network at the counter?" }).click();
  await expect(phone.getByText(/^Works without a network, at Counter 7 only$/)).toBeVisible();
  const signed = await drawn("QR code of this reward");

  await context.setOffline(true);
  const missed: string[] = [];
  /** Whether the camera reads a picture; the screen is back at the next guest then. */
  const look = async (svg: string, shot: Shot, heading: string, back: string) => {
    putBeforeCamera(film, await photographed(studio, svg, shot));
    await counter.getByRole("button", { name: "Scan with the camera" }).click();
    const read = counter.getByRole("heading", { level: 1, name: heading, exact: true });
    try {
      await read.waitFor({ timeout: SCAN_TIMEOUT_MS });
      await counter.getByRole("button", { name: back, exact: true }).click();
    } catch {
      missed.push(`${heading}, ${shot.name}`);
      await counter.getByRole("button", { name: "Close the camera" }).click();
    }
  };
  // By turns: a picture that was there before would be found out.
  for (const shot of SHOTS) {
    await look(card, shot, String(member.user.memberCode), "Cancel");
    await look(signed, shot, TEA, "Back");
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(MAX_MISSED);
  await browser.close();
});
