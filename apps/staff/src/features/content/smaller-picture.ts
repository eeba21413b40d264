/** A picture of more bytes than this is made smaller before it is sent. */
const SMALL_BYTES = 1024 * 1024;
/** Twice the longest side that pages show, in px. */
const MAX_SIDE = 2400;
const QUALITY = 0.9;

/**
 * A photograph as it is sent: upright, in sRGB, at most 2400 px along each side. The file itself where it is small, or
 * where the browser cannot read it: the API then says what is wrong.
 */
export async function smallerPicture(file: File): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return file;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // What may be transparent stays so.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  return new Promise((resolve) =>
    canvas.toBlob((smaller) => resolve(smaller ?? file), type, QUALITY),
  );
}
