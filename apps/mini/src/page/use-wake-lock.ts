import { useEffect } from "react";

/**
 * Keeps the screen on while something is held out over the counter; taken again when the member returns to the page.
 * Where the browser cannot, nothing happens.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;

    async function take() {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (left) await lock.release();
      } catch {
        // Refused, as on a battery that is nearly empty: the screen goes off as it always does.
      }
    }
    const retake = () => void take();

    void take();
    document.addEventListener("visibilitychange", retake);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", retake);
      void lock?.release();
    };
  }, [active]);
}
