import { lifeless } from "../trusted/lifeless.ts";

/**
 * Who made the tiles, as the deployment writes it: words, and links to pages on the web. Every other mark of it is
 * left out.
 *
 * @param html such as `© <a href="https://…">OpenStreetMap contributors</a>`
 */
export function attributionOf(html: string): HTMLElement {
  const place = document.createElement("div");
  place.className = "leaflet-control-attribution";
  place.append(...[...lifeless(html).childNodes].flatMap(drawn));
  return place;
}

function drawn(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? "")];
  if (!(node instanceof Element) || node.matches("script, style, template")) return [];
  const inside = [...node.childNodes].flatMap(drawn);
  const address = node.getAttribute("href") ?? "";
  if (node.localName !== "a" || !/^https?:\/\//.test(address)) return inside;
  const link = document.createElement("a");
  link.href = address;
  link.append(...inside);
  return [link];
}
