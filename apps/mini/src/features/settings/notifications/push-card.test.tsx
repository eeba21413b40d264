import switches from "@loyalty/api-client/cases/switches.json";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { aSubscription } from "@loyalty/api-client/testing/message-handlers";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FollowServiceWorker } from "../../../app/service-worker-client.ts";
import { setUpMemberApp } from "../../../testing/member-app.tsx";
import NotificationsScreen, { PushCard } from "./notifications-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/settings/notifications", "/settings/notifications", PushCard);
const card = () => screen.findByRole("region", { name: "Notifications on this device" });
const turnOn = () => screen.findByRole("button", { name: "Turn on" });

/** The browser's side: what its user has said, what they answer, and whether it takes pushes. */
let browser: {
  permission: string;
  answer: string;
  isSubscribed: boolean;
  endpoint: string;
  asked: number;
};

const subscription = {
  unsubscribe: async () => {
    browser.isSubscribed = false;
    return true;
  },
  get endpoint() {
    return browser.endpoint;
  },
  toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: "key", auth: "secret" } }),
};
const worker = {
  pushManager: {
    getSubscription: async () => (browser.isSubscribed ? subscription : null),
    subscribe: async () => {
      browser.isSubscribed = true;
      return subscription;
    },
  },
};

function supportPush() {
  const container = { getRegistration: async () => worker, register: async () => worker };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: Object.assign(new EventTarget(), { ...container, ready: Promise.resolve(worker) }),
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      return (browser.permission = browser.answer);
    },
  });
}

beforeEach(() => {
  browser = {
    permission: "default",
    answer: "granted",
    isSubscribed: false,
    endpoint: "https://push.example/1",
    asked: 0,
  };
  app.api.world.pushKey = "the-servers-key";
  supportPush();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("asked after a press only, the device then gets notifications, and can be turned off", async () => {
  open();
  expect(await card()).toHaveTextContent(/^Notifications on this deviceSo that you know at once/);
  expect(browser.asked).toBe(0);

  await userEvent.click(await turnOn());
  expect(await screen.findByText("This device gets notifications.")).toBeVisible();
  expect(app.api.world.pushSubscriptions[1]).toMatchObject([{ showsDetails: false }]);
  expect(browser.asked).toBe(1);

  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await turnOn();
  expect(app.api.world.pushSubscriptions[1]).toEqual([]);
  expect(browser.isSubscribed).toBe(false);
});

test("without a key of the server there is nothing to turn on", async () => {
  app.api.world.pushKey = null;
  open();
  await waitFor(() => expect(app.api.requests).toContain("GET /api/member/1/pushSubscription"));
  expect(screen.queryByRole("region", { name: /this device/ })).not.toBeInTheDocument();
});

test("a browser without push says so, and what helps on an iPhone", async () => {
  vi.unstubAllGlobals();
  open();
  expect(await card()).toHaveTextContent("This browser has no notifications. On an iPhone");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("after the browser's permission was denied the card says how to allow it", async () => {
  browser.permission = "denied";
  open();
  expect(await card()).toHaveTextContent("Open its settings for this site, beside the address");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("a reader who does not answer the browser reads that they stay off, and may try again", async () => {
  browser.answer = "default";
  open();
  await userEvent.click(await turnOn());
  expect(await screen.findByText(/^Notifications stay off/)).toBeVisible();
  expect(await turnOn()).toBeEnabled();
  expect(app.api.world.pushSubscriptions[1]).toBeUndefined();
});

test("a browser whose subscription the API refuses takes none", async () => {
  app.api.failNext("POST /member/:id/pushSubscription", 500);
  open();
  await userEvent.click(await turnOn());
  expect(
    await screen.findByText("Notifications could not be turned on. Please try again."),
  ).toBeVisible();
  expect(browser.isSubscribed).toBe(false);
});

test("a subscription that the browser or the API has ended counts as off", async () => {
  app.api.world.pushSubscriptions[1] = [aSubscription()];
  open();
  expect(await turnOn()).toBeVisible();
});

test("points and names show only where the member allows it", async () => {
  browser = { ...browser, permission: "granted", isSubscribed: true };
  app.api.world.pushSubscriptions[1] = [aSubscription()];
  open();
  const details = await screen.findByRole("switch", { name: "Show points and names" });
  expect(details).not.toBeChecked();
  expect(Object.values(switches).flat()).toContain(details.getAttribute("name"));

  await userEvent.click(details);
  await waitFor(() =>
    expect(app.api.world.pushSubscriptions[1]).toMatchObject([{ showsDetails: true }]),
  );
  expect(details).toBeChecked();
});

test("the other devices are named and can be turned off one by one", async () => {
  app.api.world.pushSubscriptions[1] = [
    aSubscription({ id: 8, isCurrent: false, browser: "Firefox", system: "Windows" }),
    aSubscription({ id: 9, isCurrent: false, browser: null, system: null }),
  ];
  open();
  await userEvent.click(
    await screen.findByRole("button", { name: "Turn off on Firefox on Windows" }),
  );
  expect(await screen.findByText("Notifications are off on Firefox on Windows.")).toBeVisible();
  expect(app.api.world.pushSubscriptions[1]).toMatchObject([{ id: 9 }]);
  expect(screen.getByRole("button", { name: "Turn off on Unknown device" })).toBeVisible();
});

test("what this device gets stands before the switches that hold for all devices", async () => {
  app.open("/settings/notifications", "/settings/notifications", NotificationsScreen);

  const here = await turnOn();
  const all = screen.getByRole("switch", { name: "Push notifications" });
  expect(here.compareDocumentPosition(all)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the switch for all devices is named where it keeps everything back", async () => {
  app.api.world.preferences[1] = {
    notifications: { ...DEFAULT_PREFERENCES.notifications, pushEnabled: false },
  };
  open();
  expect(await screen.findByText(/^“Push notifications” is off below/)).toBeVisible();
});

const Whole = () => (
  <>
    <FollowServiceWorker />
    <PushCard />
  </>
);
const renewals = () => app.api.requests.filter((each) => /^POST .*\/renew$/.test(each));

test("a subscription that the browser renews reaches the API, and what it may show stays", async () => {
  app.open("/settings/notifications", "/settings/notifications", Whole);
  await userEvent.click(await turnOn());
  await userEvent.click(await screen.findByRole("switch", { name: "Show points and names" }));
  await waitFor(() =>
    expect(app.api.world.pushSubscriptions[1]).toMatchObject([{ showsDetails: true }]),
  );

  browser.endpoint = "https://push.example/2";
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { type: "renewed" } }));
  await waitFor(() => expect(renewals()).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem("pushEndpoint")).toBe(browser.endpoint));
  expect(app.api.world.pushSubscriptions[1]).toMatchObject([{ showsDetails: true }]);
});

test("a device that was turned off elsewhere stays off when the browser renews its subscription", async () => {
  localStorage.setItem("pushEndpoint", "https://push.example/1");
  Object.assign(browser, {
    permission: "granted",
    isSubscribed: true,
    endpoint: "https://push.example/2",
  });
  app.open("/settings/notifications", "/settings/notifications", Whole);
  await waitFor(() => expect(browser.isSubscribed).toBe(false));
  expect(await turnOn()).toBeVisible();
  expect(app.api.world.pushSubscriptions[1] ?? []).toEqual([]);
  expect(localStorage.getItem("pushEndpoint")).toBeNull();
});

test.each([
  ["renewed while no page was open", "https://push.example/1", "https://push.example/2", 1],
  ["did not renew", "https://push.example/1", "https://push.example/1", 0],
  ["took for nobody", null, "https://push.example/1", 0],
])("at its start the app gives the API what the browser %s", async (_, known, now, times) => {
  if (known) localStorage.setItem("pushEndpoint", known);
  Object.assign(browser, { permission: "granted", isSubscribed: true, endpoint: now });
  app.api.world.pushSubscriptions[1] = [aSubscription({ isCurrent: true })];
  app.open("/settings/notifications", "/settings/notifications", Whole);
  await screen.findByText("This device gets notifications.");
  await waitFor(() => expect(renewals()).toHaveLength(times));
  expect(localStorage.getItem("pushEndpoint")).toBe(times ? now : known);
});
