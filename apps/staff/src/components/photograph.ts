/** The largest file that is read, in bytes: what a telephone makes. */
export const MAX_PHOTOGRAPH = 20 * 1024 * 1024;
/** What is kept of a photograph, in px along its longer side: twice what pages show. */
const MAX_SIDE = 2400;
const QUALITY = 0.88;

/**
 * A file as pixels: upright, in sRGB, at most 2400 px along each side, without where it was taken and whatever else it held.
 *
 * @returns why not, where it is larger than 20 MB or the browser cannot read it as a picture
 */
export async function readPhotograph(
  file: File,
): Promise<HTMLCanvasElement | "tooLarge" | "unreadable"> {
  if (file.size > MAX_PHOTOGRAPH) return "tooLarge";
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return "unreadable";
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** Pixels as a file to send. In a JPEG nothing is transparent. */
export const fileOf = (
  canvas: HTMLCanvasElement,
  type: "image/jpeg" | "image/webp",
): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture was not written."))),
      type,
      QUALITY,
    ),
  );
