import { useLayoutEffect } from "react";

let opener: HTMLElement | null = null;
let openDialogs = 0;

/**
 * Counts the dialog that is being drawn: under the first the page stays still (tokens/ground.css), and the focus goes
 * back only after the last.
 */
export function useCountedDialog(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

function count(more: 1 | -1) {
  openDialogs += more;
  document.documentElement.toggleAttribute("data-under-dialog", openDialogs > 0);
}

/**
 * Remembers what had the focus when a dialog opens. A dialog opened from another one (the sign-in dialog from the
 * side menu, registration from sign-in) inherits its opener, for that one is gone by the time the focus goes back.
 */
export function rememberOpener(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return;
  if (!active.closest("[role=dialog],[role=alertdialog]")) opener = active;
}

/** Gives the focus back to the opener, or to the page's own resting place when the opener has left the page. */
export function focusOpener(): void {
  if (openDialogs > 0) return;
  const resting = document.querySelector<HTMLElement>("[data-focus-home]");
  (opener?.isConnected ? opener : resting)?.focus();
  opener = null;
}
