import { pictureAddress } from "@loyalty/api-client/http";
import type { Content } from "@loyalty/api-client/wire";

/** A picture of the content: one of the app's own drawings, or an image that the office uploaded. */
export type ContentPicture = Content["menu"]["dishes"][number]["picture"];

/** The narrower widths in which an uploaded image is kept, in px (features/content/images.py of the API). */
const WIDTHS = [300, 600];
/** `tom-yum-1200x800-0123456789ab.webp`: its size is in its name. */
const UPLOADED = /^(.+)-(\d+)x(\d+)-([0-9a-f]{12}\.webp)$/;

/** Our own drawings: dishes, 600 units square, and scenes, 1200 × 800. */
const drawings = import.meta.glob<string>("./art/{dishes,scenes}/*.svg", {
  eager: true,
  query: "?no-inline",
  import: "default",
});

type Folder = "dishes" | "scenes";

/** The address of a drawing's file; undefined when nobody has drawn it. */
export const drawingOf = (folder: Folder, name: string): string | undefined =>
  drawings[`./art/${folder}/${name}.svg`];

/**
 * The attributes of an `img` that say which file to fetch.
 *
 * @param folder of the drawing
 * @param sizes how wide the picture is on the page, as the attribute of `img` says it
 */
export function sourceOf(picture: ContentPicture, folder: Folder, sizes: string) {
  if (picture.image === undefined) return { src: drawingOf(folder, picture.drawing ?? "") };
  const src = pictureAddress(picture.image);
  const [, stem, width, , rest] = UPLOADED.exec(picture.image) ?? [];
  if (stem === undefined) return { src };
  const narrower = WIDTHS.filter((each) => each < Number(width)).map(
    (each) => `${pictureAddress(`${stem}-w${each}-${rest}`)} ${each}w`,
  );
  return { src, srcSet: [...narrower, `${src} ${width}w`].join(", "), sizes };
}
