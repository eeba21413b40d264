import { useSyncExternalStore } from "react";

const DESKTOP = "(min-width: 1024px)"; // spec 000 §9

function subscribe(listener: () => void) {
  const query = matchMedia(DESKTOP);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the screen is as wide as a desktop's. A prerendered page is drawn as for a phone. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(DESKTOP).matches,
    () => false,
  );
}
