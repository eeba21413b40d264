import type { Page } from "@playwright/test";

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
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
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
