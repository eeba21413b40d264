/** The browser's own part of push notifications (Push API, Notifications API). */

import { localStore, storedText } from "./store.ts";
import type { NewPushSubscription } from "./wire.ts";

/** The service worker that shows what comes. */
const WORKER = "/sw.js";

/** What this browser says about notifications of this app: `denied` only the reader can undo, in its settings. */
export type PushPermission = "unsupported" | "default" | "granted" | "denied";

/** Whether this browser has push notifications, and what its reader has said to them. */
export function pushPermission(): PushPermission {
  const isSupported =
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  return isSupported ? Notification.permission : "unsupported";
}

/** Calls `listen` when the reader changes their mind in the browser's own settings. @returns how to stop */
export function watchPushPermission(listen: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  void navigator.permissions
    ?.query({ name: "notifications" })
    .then((found) => {
      if (isOver) return;
      status = found;
      status.addEventListener("change", listen);
    })
    // A browser that does not tell: the next visit sees it.
    .catch(() => {});
  return () => {
    isOver = true;
    status?.removeEventListener("change", listen);
  };
}

/** Whether this browser takes pushes for somebody. */
export const takesPushes = async (): Promise<boolean> => (await subscription()) !== null;

async function subscription(): Promise<PushSubscription | null> {
  if (pushPermission() === "unsupported") return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the reader, and then has the browser take pushes. Only after a tap: a browser may hold it against us otherwise.
 *
 * @param publicKey the server's key, base64url
 * @returns what the API wants to know, or null where the reader did not allow it
 * @throws what the browser throws that reaches no push service
 */
export async function takePushes(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key cannot be used with ours.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return valuesOf(made);
}

/** What the API wants to know of a browser's subscription. */
type BrowserSubscription = Omit<NewPushSubscription, "showsDetails">;

function valuesOf(made: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

/** The address that the API was given last. */
const knownEndpoint = storedText(localStore, "pushEndpoint");

/** Notes that the API knows this subscription. */
export const notePushesKnown = ({ endpoint }: BrowserSubscription): void =>
  knownEndpoint.write(endpoint);

/** The subscription that the browser has put in place of the one that the API knows, or null where it has not. */
export async function renewedPushes() {
  const replaces = knownEndpoint.read();
  if (replaces === null) return null;
  const current = await subscription();
  return current && current.endpoint !== replaces ? { ...valuesOf(current), replaces } : null;
}

/** Has this browser take no more pushes. */
export async function endPushes(): Promise<void> {
  knownEndpoint.clear();
  await (await subscription())?.unsubscribe();
}
