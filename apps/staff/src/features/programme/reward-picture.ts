import { fileOf } from "../../components/photograph.ts";

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

/** A reward's picture is a square of this side, in px. */
const SIDE = 1000;
/** The middle of a photograph, as much of it as fits. */
export const cropped = (fileName: string, source: HTMLCanvasElement): CroppedPicture => ({
  fileName,
  source,
  zoom: 1,
  x: 0.5,
  y: 0.5,
});

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
  return fileOf(canvas, "image/jpeg");
}
