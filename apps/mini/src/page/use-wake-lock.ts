import { useEffect } from "react";

/**
 * Keeps the screen on while a code is shown, also after the member returns to the page. Without support in the browser
 * nothing happens.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;

    async function take() {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isOver) await lock.release();
      } catch {
        // Refused, e.g. because the battery is low: the screen turns off as usual.
      }
    }
    const retake = () => void take();

    void take();
    document.addEventListener("visibilitychange", retake);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", retake);
      void lock?.release();
    };
  }, [active]);
}
