import { beforeEach, expect, test, vi } from "vitest";

/* The push notifications of the worker, in a browser of its own; its caches have a test in libs/ui. */

type Listen = (event: object) => void;
const listeners = new Map<string, Listen>();
const shown: { title: string; options: NotificationOptions & { data: unknown } }[] = [];
const opened: string[] = [];
const subscribed: object[] = [];
let windows: { focused: boolean; focus: () => Promise<void>; postMessage: (m: object) => void }[];
let received: [number, object][];

const page = (id: number, focused = false) => ({
  focused,
  focus: async () => void received.push([id, { type: "focus" }]),
  postMessage: (message: object) => void received.push([id, message]),
});

beforeEach(async () => {
  listeners.clear();
  shown.length = opened.length = subscribed.length = 0;
  windows = [];
  received = [];
  vi.resetModules();
  vi.stubGlobal("RELEASE", { name: "test", files: [], packs: {} });
  vi.stubGlobal("addEventListener", (name: string, listen: Listen) => listeners.set(name, listen));
  vi.stubGlobal("registration", {
    pushManager: { subscribe: async (options: object) => void subscribed.push(options) },
    showNotification: async (title: string, options: never) => void shown.push({ title, options }),
  });
  vi.stubGlobal("clients", {
    matchAll: async () => windows,
    openWindow: async (address: string) => void opened.push(address),
  });
  await import("./service-worker.ts");
});

async function happen(name: string, event: object) {
  const work: Promise<unknown>[] = [];
  listeners.get(name)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
}

const pushed = (navigate = `${location.origin}/activity`) => ({
  data: {
    json: () => ({
      web_push: 8030,
      notification: {
        title: "Your bill is verified",
        body: "Open the app to read it.",
        lang: "en",
        tag: "notification-1",
        navigate,
      },
    }),
  },
});

test("a push is shown as it was sent, and the open pages look at their messages again", async () => {
  windows = [page(1), page(2)];
  await happen("push", pushed());

  expect(shown).toEqual([
    {
      title: "Your bill is verified",
      options: {
        body: "Open the app to read it.",
        lang: "en",
        tag: "notification-1",
        icon: "/apple-touch-icon.png",
        data: { path: "/activity" },
      },
    },
  ]);
  expect(received).toEqual([
    [1, { type: "pushed" }],
    [2, { type: "pushed" }],
  ]);
});

test.each([
  ["/redeem?tab=my-rewards", "/redeem?tab=my-rewards"],
  ["https://elsewhere.example/activity", "/messages"],
  ["javascript:alert(1)", "/messages"],
  ["http://", "/messages"],
])("an address of %s leads to %s", async (navigate, path) => {
  await happen("push", pushed(navigate));
  expect(shown[0]?.options.data).toEqual({ path });
});

test("a push without a body shows nothing of ours", async () => {
  await happen("push", { data: null });
  expect(shown).toEqual([]);
});

const pressed = (data: unknown) => {
  const close = vi.fn();
  return { close, event: { notification: { close, data } } };
};

test("a pressed notification opens its page in the window that is looked at", async () => {
  windows = [page(1), page(2, true)];
  const { close, event } = pressed({ path: "/activity" });
  await happen("notificationclick", event);

  expect(close).toHaveBeenCalled();
  expect(received).toEqual([
    [2, { type: "focus" }],
    [2, { type: "open", path: "/activity" }],
  ]);
  expect(opened).toEqual([]);
});

test("it opens a window where there is none", async () => {
  await happen("notificationclick", pressed({ path: "/activity" }).event);
  await happen("notificationclick", pressed(null).event);
  expect(opened).toEqual(["/activity", "/messages"]);
});

test.each([
  ["that the browser renewed", { newSubscription: {} }, []],
  [
    "that it only ended is made anew with the same key, and",
    { newSubscription: null, oldSubscription: { options: { applicationServerKey: "the key" } } },
    [{ userVisibleOnly: true, applicationServerKey: "the key" }],
  ],
  ["of which nothing is known", { newSubscription: null, oldSubscription: null }, []],
])("the open pages are notified of a subscription %s", async (_, event, made) => {
  windows = [page(1)];
  await happen("pushsubscriptionchange", event);
  expect(subscribed).toEqual(made);
  expect(received).toEqual([[1, { type: "renewed" }]]);
});
