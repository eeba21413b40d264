/**
 * Trusted Types, as far as they are used here (W3C): a page whose policy demands them takes markup and addresses of
 * scripts from the policies it names, and refuses everything else. TypeScript's own library does not know them yet.
 */
interface TrustedTypes {
  createPolicy<Rules>(name: string, rules: Rules): Rules;
}

/** The browser's; undefined where it knows none, and then strings stay strings. */
export const trustedTypes = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/** Markup that our libraries write themselves, exactly. */
const KNOWN = new Set([
  // React makes script elements that never run: the descriptions of a page for search engines.
  "<script></script>",
  // Leaflet: whether the browser draws, and the signs on its two buttons.
  "<svg/>",
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

const WORKER = "/sw.js";

/** What a string becomes when it is handed to the page as markup or as a script's address; null refuses it. */
export const markupRules = {
  /** Without a bracket it is plain text; with one it must be exactly a known text, or is refused. */
  createHTML: (html: string) => (!html.includes("<") || KNOWN.has(html) ? html : null),
  createScriptURL: (address: string) => (address === WORKER ? address : null),
};

/**
 * Decides over every string that a library hands to the page as markup, where the content security policy asks for
 * Trusted Types (docs/decisions/0019). Call it once, before anything is drawn.
 */
export function guardMarkup(): void {
  trustedTypes()?.createPolicy("default", markupRules);
}

let policy: { createHTML: (html: string) => string } | undefined;

/**
 * Reads markup into a document of its own that is never shown: nothing in it runs, loads or leads anywhere. The
 * caller renders what it wants of it, element by element.
 */
export function inertElement(html: string): HTMLElement {
  policy ??= trustedTypes()?.createPolicy("inert", { createHTML: (text) => text });
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, "text/html").body;
}
