import { useSyncExternalStore } from "react";

/** Whether the device asks for less motion; yes where it cannot say. Asked for at each movement, for it may change. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

const DESKTOP = "(min-width: 1024px)"; // spec 000 §9

function subscribe(listener: () => void) {
  const query = window.matchMedia?.(DESKTOP);
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
}

/** Whether the screen is as wide as a desktop's; no where it cannot say. A prerendered page is drawn as for a phone. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(DESKTOP).matches ?? false,
    () => false,
  );
}
