import { useRefreshMessages } from "@loyalty/api-client/react/messages";
import { unsubscribeBrowser, useRenewPush } from "@loyalty/api-client/react/push";
import { session } from "@loyalty/api-client/session";
import { useEffect } from "react";
import { useNavigate } from "react-router";

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
      void unsubscribeBrowser().catch(() => {});
    }
  }

  session.subscribe(onChange);
  onChange();
}

/**
 * What the service worker tells the open pages: a push came, a notification was pressed, or the browser has a new
 * subscription for pushes, which only a page with a session can give the API.
 */
export type WorkerMessage = { type: "pushed" | "renewed" } | { type: "open"; path: string };

export function FollowServiceWorker() {
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  const renewPush = useRenewPush();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const follow = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === "renewed") return renewPush();
      refresh();
      if (data.type === "open") void navigate(data.path);
    };
    serviceWorker.addEventListener("message", follow);
    return () => serviceWorker.removeEventListener("message", follow);
  }, [navigate, refresh, renewPush]);
  return null;
}
