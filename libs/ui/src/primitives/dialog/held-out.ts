import { useLayoutEffect, useSyncExternalStore } from "react";

let heldOut = 0;
const listeners = new Set<() => void>();

function count(by: 1 | -1) {
  heldOut += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts a dialog of the size `full` for as long as it is drawn. */
export function useCountedWhenFull(full: boolean): void {
  useLayoutEffect(() => {
    if (!full) return undefined;
    count(1);
    return () => count(-1);
  }, [full]);
}

/** Whether a screen is being held out to somebody: what is said in passing then keeps clear of its code. */
export const useIsHeldOut = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => heldOut > 0,
    () => false,
  );
