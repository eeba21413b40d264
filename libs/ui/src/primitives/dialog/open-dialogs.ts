import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/** How many dialogs are drawn, and how many of them are held out to somebody: of the size `full`. */
const drawn = { all: 0, heldOut: 0 };
const listeners = new Set<() => void>();

function count(more: 1 | -1, heldOut: boolean) {
  drawn.all += more;
  if (drawn.all === 0) delete document.documentElement.dataset.underDialog;
  if (heldOut) drawn.heldOut += more;
  for (const listener of listeners) listener();
}

/** Whether the page's scroll bar takes room of its own: its room has to stay when it goes. A dialog has hidden it. */
function hasScrollBar(): boolean {
  const page = document.documentElement;
  return drawn.all > 0 ? page.dataset.underDialog === "bar" : window.innerWidth > page.clientWidth;
}

/**
 * Counts the dialog that is being drawn: under the first the page stays still (tokens/ground.css), and the focus goes
 * back only after the last.
 */
export function useCountedDialog(heldOut = false): void {
  // Measured before it stands in the page: after that the browser would lay the page out for the answer alone.
  const [hadScrollBar] = useState(hasScrollBar);
  useLayoutEffect(() => {
    if (drawn.all === 0) document.documentElement.dataset.underDialog = hadScrollBar ? "bar" : "";
    count(1, heldOut);
    return () => count(-1, heldOut);
  }, [heldOut, hadScrollBar]);
}

/** Whether any dialog is drawn. */
export const isUnderDialog = (): boolean => drawn.all > 0;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether a screen is being held out to somebody: what is said in passing then keeps clear of its code. */
export const useIsHeldOut = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => drawn.heldOut > 0,
    () => false,
  );
