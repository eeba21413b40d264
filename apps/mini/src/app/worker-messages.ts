import { useRefreshMessages } from "@loyalty/api-client/react/messages.ts";
import { useRenewPush } from "@loyalty/api-client/react/push.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * What the service worker tells the open pages: a push came, a notification was pressed, or the browser has a new
 * subscription for pushes, which only a page with a session can give the API.
 */
export type WorkerMessage = { type: "pushed" | "renewed" } | { type: "open"; path: string };

/** Does what the service worker says, wherever the member is. */
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
