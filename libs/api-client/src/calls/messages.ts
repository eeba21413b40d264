import { api, responseBody } from "../http.ts";
import type { Message, Preferences, PushSubscriptions, Unsubscribe } from "../wire.ts";

/** A part of a member's log, and how many messages of all are unread. */
export interface MessagePage {
  messages: Message[];
  unreadCount: number;
}

/** A member's messages, newest first: `GET /member/{id}/notification?limit&offset`. */
export const getMessages = async (
  id: number,
  { limit, offset, signal }: { limit: number; offset?: number; signal?: AbortSignal },
): Promise<MessagePage> => {
  const { notificationList, unreadCount } = await responseBody(
    api().GET("/member/{member_id}/notification", {
      params: { path: { member_id: id }, query: { limit, offset } },
      signal,
    }),
  );
  return { messages: notificationList, unreadCount };
};

/** Notes that a member has read up to this message, and gives how many are unread: `POST /member/{id}/notification/read`. */
export const readMessages = async (id: number, upToId: number): Promise<number> =>
  (
    await responseBody(
      api().POST("/member/{member_id}/notification/read", {
        params: { path: { member_id: id } },
        body: { upToId },
      }),
    )
  ).unreadCount;

/** Ends the kind of one message: `POST /member/{id}/notification/{notificationId}/stop`. */
export const stopMessages = (id: number, messageId: number): Promise<Preferences> =>
  responseBody(
    api().POST("/member/{member_id}/notification/{notification_id}/stop", {
      params: { path: { member_id: id, notification_id: messageId } },
    }),
  );

/** The browsers that take pushes for a member, this one first: `GET /member/{id}/pushSubscription`. */
export const getPushSubscriptions = (
  id: number,
  signal?: AbortSignal,
): Promise<PushSubscriptions> =>
  responseBody(
    api().GET("/member/{member_id}/pushSubscription", {
      params: { path: { member_id: id } },
      signal,
    }),
  );

/** What a browser's push service needs, and whether points and names may show. */
export interface NewPushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  showsDetails: boolean;
}

/** Sends pushes to this browser: `POST /member/{id}/pushSubscription`. */
export async function addPushSubscription(
  id: number,
  subscription: NewPushSubscription,
): Promise<void> {
  await responseBody(
    api().POST("/member/{member_id}/pushSubscription", {
      params: { path: { member_id: id } },
      body: subscription,
    }),
  );
}

/**
 * Has pushes come by the subscription that this browser has put in the place of another:
 * `POST /member/{id}/pushSubscription/renew`. Refused with `no_such_subscription` where they were turned off meanwhile.
 */
export async function renewPushSubscription(
  id: number,
  subscription: Omit<NewPushSubscription, "showsDetails"> & { replaces: string },
): Promise<void> {
  await responseBody(
    api().POST("/member/{member_id}/pushSubscription/renew", {
      params: { path: { member_id: id } },
      body: subscription,
    }),
  );
}

/** Lets a browser show points and names, or not: `PATCH /member/{id}/pushSubscription/{subscriptionId}`. */
export async function changePushSubscription(
  id: number,
  subscriptionId: number,
  { showsDetails }: { showsDetails: boolean },
): Promise<void> {
  await responseBody(
    api().PATCH("/member/{member_id}/pushSubscription/{subscription_id}", {
      params: { path: { member_id: id, subscription_id: subscriptionId } },
      body: { showsDetails },
    }),
  );
}

/** Sends a browser no more pushes: `DELETE /member/{id}/pushSubscription/{subscriptionId}`. */
export async function endPushSubscription(id: number, subscriptionId: number): Promise<void> {
  await responseBody(
    api().DELETE("/member/{member_id}/pushSubscription/{subscription_id}", {
      params: { path: { member_id: id, subscription_id: subscriptionId } },
    }),
  );
}

/** What the link of an e-mail ends, without signing in: `GET /notification/unsubscribe/{token}/kind`. */
export const getUnsubscribe = (token: string, signal?: AbortSignal): Promise<Unsubscribe> =>
  responseBody(
    api().GET("/notification/unsubscribe/{token}/kind", { params: { path: { token } }, signal }),
  );

/** Ends it: `POST /notification/unsubscribe/{token}`. */
export async function unsubscribe(token: string): Promise<void> {
  await responseBody(
    api().POST("/notification/unsubscribe/{token}", { params: { path: { token } } }),
  );
}
