import { renameSync, writeFileSync } from "node:fs";

import type { Page } from "@playwright/test";

/** What lies between a code and a camera: how the code is held, what is wrong with the picture, and its JPEG quality. */
export interface Shot {
  name: string;
  code?: string;
  light?: string;
  quality?: number;
}

const FRAMES = 60;

/** Chromium's arguments for a camera that plays a film, which is opened again whenever a page starts the camera. */
export const cameraArguments = (film: string): string[] => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${film}`,
];

/** A picture, as JPEG, of a code (an SVG of the apps) on a table before a camera. */
export async function photographed(
  studio: Page,
  svg: string,
  { code = "", light = "none", quality = 80 }: Shot,
): Promise<Buffer> {
  await studio.setContent(`<style>
    :root { --qr-fg: #000; --qr-bg: #fff; }
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: #7d7468; overflow: hidden; }
    /* On the light screen of a phone. */
    svg { width: 300px; height: 300px; padding: 26px; background: #fff; ${code} }
    .light { position: fixed; inset: 0; background: ${light}; }
  </style>${svg}<div class="light"></div>`);
  return studio.screenshot({ type: "jpeg", quality });
}

/** Makes the camera's film show this picture from its next start on: an MJPEG file is JPEGs one after the other. */
export function putBeforeCamera(film: string, picture: Buffer): void {
  writeFileSync(`${film}.new`, Buffer.concat(Array<Buffer>(FRAMES).fill(picture)));
  renameSync(`${film}.new`, film);
}
