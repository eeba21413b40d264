import { trustedTypes, type PolicyRules } from "./trusted-types.ts";

/** Markup that our libraries write themselves, to the letter. */
const KNOWN = new Set([
  // React makes script elements that never run: the descriptions of a page for search engines.
  "<script></script>",
  // Leaflet: whether the browser draws, and the signs on its two buttons.
  "<svg/>",
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** The mini-program's service worker. */
const WORKER = "/sw.js";

/** What a string may become when somebody hands it to the page as markup or as a script's address. */
export const markupRules = {
  /** Without a bracket it is words, whatever it says; with one it is known to the letter, or refused. */
  createHTML: (html: string) => (!html.includes("<") || KNOWN.has(html) ? html : null),
  createScriptURL: (address: string) => (address === WORKER ? address : null),
} satisfies PolicyRules;

/**
 * Decides over every string that a library hands to the page as markup, where the content security policy asks for
 * Trusted Types (docs/decisions/0019). Call it once, before anything is drawn.
 */
export function guardMarkup(): void {
  trustedTypes()?.createPolicy("default", markupRules);
}
