import { pictureAddress } from "@loyalty/api-client/http.ts";
import type { Content } from "@loyalty/api-client/wire.ts";

/** A picture of the content: one of the app's own drawings, or an image that the office uploaded. */
export type ContentPicture = Content["menu"]["dishes"][number]["picture"];

/** The narrower widths in which an uploaded image is kept, in px (features/content/images.py of the API). */
const WIDTHS = [300, 600];
/** `tom-yum-1200x800-0123456789ab.webp`: its size is in its name. */
const UPLOADED = /^(.+)-(\d+)x(\d+)-([0-9a-f]{12}\.webp)$/;

/** The attributes of an `img` that say which file to fetch. */
export interface PictureSource {
  src: string | undefined;
  srcSet?: string;
  sizes?: string;
}

/**
 * Where a picture is.
 *
 * @param drawing gives the address of one of the app's drawings
 * @param sizes how wide the picture is on the page, as the attribute of `img` says it
 */
export function sourceOf(
  picture: ContentPicture,
  drawing: (name: string) => string | undefined,
  sizes: string,
): PictureSource {
  if (picture.image === undefined) return { src: drawing(picture.drawing ?? "") };
  const src = pictureAddress(picture.image);
  const [, stem, width, , rest] = UPLOADED.exec(picture.image) ?? [];
  if (stem === undefined) return { src };
  const narrower = WIDTHS.filter((each) => each < Number(width)).map(
    (each) => `${pictureAddress(`${stem}-w${each}-${rest}`)} ${each}w`,
  );
  return { src, srcSet: [...narrower, `${src} ${width}w`].join(", "), sizes };
}
