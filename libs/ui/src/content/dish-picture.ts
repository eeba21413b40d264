const dishFiles = import.meta.glob<string>("../art/dishes/*.svg", {
  eager: true,
  query: "?no-inline",
  import: "default",
});

/** The address of a dish's drawing, 600 units square; undefined when nobody has drawn it. */
export function dishPicture(name: string): string | undefined {
  return dishFiles[`../art/dishes/${name}.svg`];
}
