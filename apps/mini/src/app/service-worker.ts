/** The mini-program's service worker: the common one, and the push notifications of members. */
import "@loyalty/ui/service-worker";

import type { WorkerMessage } from "./service-worker-client.ts";

interface Events {
  push: { data: { json(): unknown } | null };
  notificationclick: { notification: Notification };
  pushsubscriptionchange: {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
}
interface WindowClient {
  focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: WorkerMessage): void;
}
/** The part of the worker's global scope that is used here. */
const worker = globalThis as unknown as {
  addEventListener<Name extends keyof Events>(
    name: Name,
    listen: (event: Events[Name] & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  registration: Pick<ServiceWorkerRegistration, "showNotification" | "pushManager">;
  clients: {
    matchAll(options: { type: "window" }): Promise<WindowClient[]>;
    openWindow(address: string): Promise<unknown>;
  };
  location: { origin: string };
};

const ICON = "/apple-touch-icon.png";
const LOG = "/messages";

worker.addEventListener("push", (event) => event.waitUntil(show(event)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string } | null)?.path ?? LOG));
});

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/**
 * The browser has ended its subscription: it makes another one where the browser has not. The worker has no session: an
 * open page tells the API, or the next one that is opened.
 */
async function renew(change: Events["pushsubscriptionchange"]) {
  const key = change.oldSubscription?.options.applicationServerKey;
  if (!change.newSubscription && key) {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    await worker.registration.pushManager.subscribe(options);
  }
  await notifyAll({ type: "renewed" });
}

/** What the API sends (features/notifications/delivery.py): Declarative Web Push, shown in the member's language. */
interface Push {
  notification: { title: string; body: string; lang: string; tag: string; navigate: string };
}

/** Shows a push. Without anything to show the browser says itself that something came. */
async function show({ data }: Events["push"]) {
  if (data === null) return;
  const { title, body, lang, tag, navigate } = (data.json() as Push).notification;
  const path = pathOf(navigate);
  await worker.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: ICON,
    data: { path },
  });
  await notifyAll({ type: "pushed" });
}

function pathOf(address: string): string {
  const url = URL.canParse(address, worker.location.origin)
    ? new URL(address, worker.location.origin)
    : null;
  return url?.origin === worker.location.origin ? url.pathname + url.search : LOG;
}

/** Shows a page: in a window that is open, whose app asks first where something is not saved; else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  const page = windows.find(({ focused }) => focused) ?? windows[0];
  if (page === undefined) return void (await worker.clients.openWindow(path));
  // Some browsers do not let it: the page changes all the same.
  await page.focus().catch(() => {});
  tell(page, { type: "open", path });
}

async function notifyAll(message: WorkerMessage): Promise<void> {
  for (const page of await worker.clients.matchAll({ type: "window" })) tell(page, message);
}

function tell(page: WindowClient, message: WorkerMessage) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client takes none
  page.postMessage(message);
}
