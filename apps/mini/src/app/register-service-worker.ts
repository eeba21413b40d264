import { endPushes } from "@loyalty/api-client/push.ts";
import { session } from "@loyalty/api-client/session/current.ts";

/** The cache for files that are not part of the installed release; see service-worker.ts. */
const SEEN = "seen-files";

/**
 * Registers the service worker when a member signs in, so that the app opens without a network from then on, and
 * clears the cache of seen files and ends pushes when they sign out. Without service workers nothing happens.
 */
export function registerServiceWorker(): void {
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  let wasSignedIn = false;

  function onChange() {
    const { status } = session.getSnapshot();
    if (status === "signed-in" && !wasSignedIn) {
      wasSignedIn = true;
      // It may be refused, e.g. in a private window: then the app needs a network, as before.
      void worker?.register("/sw.js").catch(() => {});
    }
    if (status === "signed-out" && wasSignedIn) {
      wasSignedIn = false;
      if ("caches" in globalThis) void caches.delete(SEEN);
      // The API ends it with the sign-in: the browser need not keep it for the next member.
      void endPushes().catch(() => {});
    }
  }

  session.subscribe(onChange);
  onChange();
}
