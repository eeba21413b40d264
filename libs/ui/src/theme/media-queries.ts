import { useCallback, useSyncExternalStore } from "react";

/** Whether the device asks for less motion; yes where it cannot say. Asked for at each movement, for it may change. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

const DESKTOP = "(min-width: 1024px)"; // spec 000 §9

/** Whether a media query holds; no where the device cannot say. A prerendered page is drawn as if it did not. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const found = window.matchMedia?.(query);
      found?.addEventListener("change", listener);
      return () => found?.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  );
}

/** Whether the screen is as wide as a desktop's. */
export const useIsDesktop = (): boolean => useMediaQuery(DESKTOP);
