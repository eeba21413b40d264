import { isUnderDialog } from "./open-dialogs.ts";

let opener: HTMLElement | null = null;

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
  if (isUnderDialog()) return;
  const resting = document.querySelector<HTMLElement>("[data-focus-home]");
  (opener?.isConnected ? opener : resting)?.focus();
  opener = null;
}
