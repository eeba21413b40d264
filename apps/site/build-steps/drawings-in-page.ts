import type { Read } from "./start-after-paint.ts";

/** A picture that its component wants to stand in the page (`inPage` of libs/ui/src/content/scene.tsx). */
const MARKED = /<img\b[^>]*\bdata-in-page\b[^>]*>/g;
const ADDRESS = /\bsrc="(\/[^"]+\.svg)"/;

/**
 * Puts the drawings that every visitor of a page meets into the prerendered page itself: a few kB of words that are
 * compressed with the rest, instead of a request each. Whoever takes over the page, or changes the brand, knows them by
 * their addresses; the framework leaves a picture alone until that address changes (docs/decisions/0020).
 *
 * @param html of a prerendered page
 * @returns the page with what is marked in it, wherever it shows it
 * @throws when a marked picture is no drawing of the build
 */
export function drawingsInPage(html: string, read: Read): string {
  const addresses = [...html.matchAll(MARKED)].map(([picture]) => {
    const address = ADDRESS.exec(picture)?.[1];
    if (address === undefined) throw new Error(`Only drawings can stand in a page: ${picture}`);
    return address;
  });
  return [...new Set(addresses)].reduce(
    (page, address) =>
      page
        // By a function: in a replacing string, a dollar of the drawing's would stand for something else.
        .replaceAll(`src="${address}"`, () => `src="${dataAddress(read(address))}"`)
        .replace(new RegExp(`<link rel="preload" as="image" href="${address}"[^>]*>`), ""),
    html,
  );
}

/** As few characters escaped as an attribute in double quotes and an address allow; so it compresses best. */
function dataAddress(svg: string): string {
  if (svg.includes("'")) throw new Error("A drawing for a page must not hold single quotes.");
  const escaped = svg
    .replaceAll('"', "'")
    .replace(/[%#&<>\n]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `data:image/svg+xml,${escaped}`;
}
