/** How far from the screen counts as seen: a row is ready when a thumb brings it. */
const NEAR = "25%";

/**
 * Runs a task once an element is on the screen, or nearly; at once where the browser cannot tell.
 *
 * @returns cancels it, if it has not run
 */
export function whenSeen(element: Element, task: () => void): () => void {
  if (typeof IntersectionObserver !== "function") {
    task();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      task();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
