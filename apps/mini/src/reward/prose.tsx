import { lifeless } from "@loyalty/ui";
import type { ReactNode } from "react";

/** The marks a text of the programme may carry; everything else keeps its words and loses its mark. */
const ALLOWED = new Set(["p", "ul", "ol", "li", "strong", "em", "b", "i", "br", "h3", "h4"]);
const WITHOUT_WORDS = new Set(["script", "style", "template", "iframe", "object"]);

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (WITHOUT_WORDS.has(name)) return null;
  if (name === "br") return <br key={key} />;
  const inside = [...node.childNodes].map(drawn);
  if (!ALLOWED.has(name)) return inside;
  const Mark = name as "p";
  return <Mark key={key}>{inside}</Mark>;
}

/**
 * A text with marks, as the API sends it. The server sanitises it; here it is drawn mark by mark without a single
 * attribute, so that nothing in it can run, load or lead anywhere.
 */
export function Prose({ html }: { html: string }) {
  return [...lifeless(html).childNodes].map(drawn);
}
