/**
 * Runs a task once the page has loaded and the browser is idle, so that it competes with nothing a reader waits for.
 *
 * @returns cancels it, if it has not run
 */
export function whenSettled(task: () => void): () => void {
  let idle = 0;
  function rest() {
    // Safari has no idle callback: the load event is the best sign there.
    if (typeof requestIdleCallback === "function") idle = requestIdleCallback(task);
    else task();
  }
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
  return () => {
    window.removeEventListener("load", rest);
    if (idle) cancelIdleCallback(idle);
  };
}
