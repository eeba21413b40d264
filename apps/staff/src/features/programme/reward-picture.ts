/** A photograph that is not sent yet, and the part of it that is wanted. */
export interface CroppedPicture {
  fileName: string;
  source: HTMLCanvasElement;
  /** 1 is as much of it as fits; 3 a third of that. */
  zoom: number;
  /** Where the part lies: 0 is at the left or the top, 1 at the right or the bottom. */
  x: number;
  y: number;
}

/** The largest file that is read, in bytes: what a telephone makes. */
export const MAX_PHOTOGRAPH = 20 * 1024 * 1024;
const SIDE = 1000;
/** What is kept of the photograph to choose from, in px along its longer side. */
const MAX_SIDE = 3000;
const QUALITY = 0.88;

/** A file as a picture to choose a part of; null where the browser cannot read it as one. */
export async function readPhotograph(file: File): Promise<CroppedPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const source = document.createElement("canvas");
  source.width = Math.max(1, Math.round(bitmap.width * scale));
  source.height = Math.max(1, Math.round(bitmap.height * scale));
  source.getContext("2d")?.drawImage(bitmap, 0, 0, source.width, source.height);
  bitmap.close();
  return { fileName: file.name, source, zoom: 1, x: 0.5, y: 0.5 };
}

/** The wanted part in px of the photograph. */
function partOf({ source, zoom, x, y }: CroppedPicture) {
  const side = Math.min(source.width, source.height) / zoom;
  return { left: (source.width - side) * x, top: (source.height - side) * y, side };
}

/** Draws the wanted part so that it fills a canvas. */
export function drawPart(picture: CroppedPicture, canvas: HTMLCanvasElement): void {
  const { left, top, side } = partOf(picture);
  const context = canvas.getContext("2d");
  context?.drawImage(picture.source, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

const within = (value: number) => Math.min(1, Math.max(0, value));

export function moved(picture: CroppedPicture, right: number, down: number): CroppedPicture {
  const { side } = partOf(picture);
  const [freeX, freeY] = [picture.source.width - side, picture.source.height - side];
  return {
    ...picture,
    x: freeX > 0 ? within(picture.x - (right * side) / freeX) : 0.5,
    y: freeY > 0 ? within(picture.y - (down * side) / freeY) : 0.5,
  };
}

/** The wanted part as a JPEG of at most 1000 px along each side. */
export function jpegOf(picture: CroppedPicture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.min(SIDE, Math.round(partOf(picture).side)));
  canvas.height = canvas.width;
  drawPart(picture, canvas);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture was not written."))),
      "image/jpeg",
      QUALITY,
    ),
  );
}
