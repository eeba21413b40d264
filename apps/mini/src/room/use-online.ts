import { useSyncExternalStore } from "react";

/** Whether the browser has a network at all. */
export const useOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine);

function follow(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
