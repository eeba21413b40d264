import { useRefreshMessages } from "@loyalty/api-client/react/messages.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";

/** What the service worker tells the open pages: a push came, or a notification was pressed. */
export type WorkerMessage = { type: "pushed" } | { type: "open"; path: string };

/** Does what the service worker says, wherever the member is. */
export function FollowServiceWorker() {
  const navigate = useNavigate();
  const refresh = useRefreshMessages();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const follow = ({ data }: MessageEvent<WorkerMessage>) => {
      refresh();
      if (data.type === "open") void navigate(data.path);
    };
    navigator.serviceWorker.addEventListener("message", follow);
    return () => navigator.serviceWorker.removeEventListener("message", follow);
  }, [navigate, refresh]);
  return null;
}
