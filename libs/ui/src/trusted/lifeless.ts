import { trustedTypes } from "./trusted-types.ts";

let policy: { createHTML: (html: string) => string } | undefined;

/**
 * Reads markup into a document of its own that is never shown: nothing in it runs, loads or leads anywhere. Whoever
 * asks draws what it wants of it, element by element.
 */
export function lifeless(html: string): HTMLElement {
  policy ??= trustedTypes()?.createPolicy("lifeless", { createHTML: (text) => text });
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, "text/html").body;
}
