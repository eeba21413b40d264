import { HttpResponse, type HttpHandler } from "msw";

import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import type { NewWalletPass, Preferences, PushSubscriptions } from "../wire.ts";
import { callerOf, errorResponse, notSignedIn, ownMember } from "./responses.ts";
import type { FakeApi, Handle } from "./responses.ts";

type Notifications = Preferences["notifications"];

/** The log of messages, pushes, wallet passes, and the link of an e-mail. */
export function messageHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;
  const own = ownMember(api);

  const messagesOf = (id: number) => world.messages[id] ?? [];
  const unreadOf = (id: number) => messagesOf(id).filter(({ isRead }) => !isRead).length;
  const notificationsOf = (id: number): Notifications => ({
    ...DEFAULT_PREFERENCES.notifications,
    ...world.preferences[id]?.notifications,
  });
  const switchOff = (id: number, preference: string) => {
    const least = preference === "notificationFrequency" ? "minimal" : false;
    const notifications = { ...notificationsOf(id), [preference]: least };
    world.preferences[id] = { ...world.preferences[id], notifications };
  };
  const unknownLink = () =>
    errorResponse(404, { message: "This link does not exist.", code: "not_found" });

  return [
    handle(
      "GET /member/:id/notification",
      own(({ id }, request) => {
        const query = new URL(request.url).searchParams;
        const start = Number(query.get("offset") ?? 0);
        const end = start + Number(query.get("limit") ?? 100);
        return HttpResponse.json({
          notificationList: messagesOf(id).slice(start, end),
          unreadCount: unreadOf(id),
        });
      }),
    ),

    handle(
      "POST /member/:id/notification/read",
      own(async ({ id }, request) => {
        const { upToId } = (await request.json()) as { upToId: number };
        for (const message of messagesOf(id)) if (message.id <= upToId) message.isRead = true;
        return HttpResponse.json({ unreadCount: unreadOf(id) });
      }),
    ),

    handle("POST /member/:id/notification/:messageId/stop", ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const message = messagesOf(member.id).find(({ id }) => String(id) === params["messageId"]);
      if (!message) {
        return errorResponse(404, { message: "This message does not exist.", code: "not_found" });
      }
      switchOff(member.id, message.preference);
      return HttpResponse.json({ ...DEFAULT_PREFERENCES, ...world.preferences[member.id] });
    }),

    handle(
      "GET /member/:id/pushSubscription",
      own(({ id }) =>
        HttpResponse.json({
          publicKey: world.pushKey,
          pushSubscriptionList: world.pushSubscriptions[id] ?? [],
        }),
      ),
    ),

    handle(
      "POST /member/:id/pushSubscription",
      own(async ({ id }, request) => {
        const { showsDetails } = (await request.json()) as { showsDetails: boolean };
        const added = aSubscription({ id: 1 + (world.pushSubscriptions[id] ?? []).length });
        const others = (world.pushSubscriptions[id] ?? []).filter((each) => !each.isCurrent);
        world.pushSubscriptions[id] = [{ ...added, showsDetails }, ...others];
        return HttpResponse.json({ ...added, showsDetails }, { status: 201 });
      }),
    ),

    handle(
      "POST /member/:id/pushSubscription/renew",
      own(({ id }) => {
        const found = world.pushSubscriptions[id]?.find(({ isCurrent }) => isCurrent);
        if (!found) return errorResponse(404, { message: "Gone.", code: "no_such_subscription" });
        return HttpResponse.json(found);
      }),
    ),

    handle("PATCH /member/:id/pushSubscription/:subscriptionId", async ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const found = world.pushSubscriptions[member.id]?.find(
        ({ id }) => String(id) === params["subscriptionId"],
      );
      if (!found) return errorResponse(404, { message: "Gone.", code: "no_such_subscription" });
      Object.assign(found, await request.json());
      return HttpResponse.json(found);
    }),

    handle("DELETE /member/:id/pushSubscription/:subscriptionId", ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      world.pushSubscriptions[member.id] = (world.pushSubscriptions[member.id] ?? []).filter(
        ({ id }) => String(id) !== params["subscriptionId"],
      );
      return new HttpResponse(null, { status: 204 });
    }),

    handle("POST /member/:id/walletPass", async ({ request }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const { wallet, voucherId } = (await request.json()) as NewWalletPass;
      if (!world.wallets.includes(wallet)) {
        return errorResponse(409, {
          message: "This wallet is not available here.",
          code: "no_wallet",
        });
      }
      const of = voucherId === null ? "card" : `voucher-${voucherId}`;
      const url =
        wallet === "google" ? `https://pay.google.com/gp/v/save/${of}` : `/api/wallet/pass/${of}`;
      return HttpResponse.json({ url }, { status: 201 });
    }),

    handle("GET /notification/unsubscribe/:token/kind", ({ params }) => {
      const found = world.unsubscribeTokens.get(String(params["token"]));
      if (!found) return unknownLink();
      const { memberId, preference } = found;
      const chosen = notificationsOf(memberId)[preference as keyof Notifications];
      return HttpResponse.json({ preference, isOn: chosen !== false && chosen !== "minimal" });
    }),

    handle("POST /notification/unsubscribe/:token", ({ params }) => {
      const found = world.unsubscribeTokens.get(String(params["token"]));
      if (!found) return unknownLink();
      switchOff(found.memberId, found.preference);
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}

type Subscription = PushSubscriptions["pushSubscriptionList"][number];

export function aSubscription(differences: Partial<Subscription> = {}): Subscription {
  return {
    id: 1,
    showsDetails: false,
    createdAt: "2026-03-14T04:00:00Z",
    browser: "Chrome",
    system: "Android",
    isCurrent: true,
    ...differences,
  };
}
