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
  const page = document.documentElement;
  if (openDialogs === 0) page.dataset.underDialog = hasScrollBar(page) ? "bar" : "";
  openDialogs += more;
  if (openDialogs === 0) delete page.dataset.underDialog;
}

/** Whether the page's scroll bar takes room of its own: its room has to stay when it goes. */
const hasScrollBar = (page: HTMLElement) => window.innerWidth > page.clientWidth;

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
