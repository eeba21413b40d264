/** Takes the reader back to the top of the page: gliding, or at once for whoever asked for less motion. */
export function scrollUp(): void {
  const still = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
}
