import { session } from "@loyalty/api-client";

/** What the service worker keeps along the way. */
const SEEN = "seen-files";

/**
 * Makes the app open without a network from the first signed-in visit on, and empties what it kept on the way when
 * the member signs out. Where a browser has no service worker, all stays as it is.
 */
export function registerServiceWorker(): void {
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  let wasIn = false;

  function follow() {
    const { status } = session.getSnapshot();
    if (status === "signed-in" && !wasIn) {
      wasIn = true;
      // Unless it is refused, e.g. in a private window: then the app needs its network, as before.
      void worker?.register("/sw.js").catch(() => {});
    }
    if (status === "signed-out" && wasIn) {
      wasIn = false;
      if ("caches" in globalThis) void caches.delete(SEEN);
    }
  }

  session.subscribe(follow);
  follow();
}
