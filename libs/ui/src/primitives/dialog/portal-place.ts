/**
 * Where dialogs stand in the document. Radix finds the place itself, but only after it has drawn once without: then the
 * whole dialog is drawn a second time at once, in one task of twice the length.
 *
 * @returns nothing where pages are prerendered, for no dialog is open there
 */
export function portalPlace(): HTMLElement | undefined {
  return typeof document === "undefined" ? undefined : document.body;
}
