import type { Page } from "@playwright/test";

/** A screenshot on a sheet, and what stands above it. */
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
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
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
