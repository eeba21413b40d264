import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A system of somebody else that is told of events. */
export type Webhook = Schema<"Webhook">;
/** What one is given: `types` empty is every kind of events. */
export type WebhookContent = Schema<"WebhookContent">;
/** A kind of events, such as `points.earned`. */
export type EventKind = WebhookContent["types"][number];
/** An event that was given up after three days. */
export type FailedDelivery = Schema<"WebhookDelivery">;
/** What a webhook answered to a test; `error` null: it took it. */
export type WebhookTested = Schema<"WebhookTested">;
/** A key by which somebody fetches events. */
export type FeedKey = Schema<"FeedKey">;

const of = (webhookId: number) => ({ path: { webhook_id: webhookId } });

/** The webhooks, and the kinds of events that there are: `GET /staff/webhook`. */
export const getWebhooks = (signal?: AbortSignal): Promise<Schema<"WebhookList">> =>
  staffBody(() => api().GET("/staff/webhook", { signal }));

/** Adds a webhook, and gives its secret once: `POST /staff/webhook`. */
export const addWebhook = async (body: WebhookContent): Promise<string> =>
  (await staffBody(() => api().POST("/staff/webhook", { body }))).secret;

/** Changes a webhook: `PUT /staff/webhook/{id}`. */
export const changeWebhook = (webhookId: number, body: WebhookContent): Promise<Webhook> =>
  staffBody(() => api().PUT("/staff/webhook/{webhook_id}", { params: of(webhookId), body }));

/** Sends a test now: `POST /staff/webhook/{id}/test`. */
export const testWebhook = (webhookId: number): Promise<WebhookTested> =>
  staffBody(() => api().POST("/staff/webhook/{webhook_id}/test", { params: of(webhookId) }));

/** Turns a webhook on: `POST /staff/webhook/{id}/on`. */
export const turnWebhookOn = (webhookId: number): Promise<Webhook> =>
  staffBody(() => api().POST("/staff/webhook/{webhook_id}/on", { params: of(webhookId) }));

/** Turns a webhook off: `POST /staff/webhook/{id}/off`. */
export const turnWebhookOff = (webhookId: number, reason: string): Promise<Webhook> =>
  staffBody(() =>
    api().POST("/staff/webhook/{webhook_id}/off", { params: of(webhookId), body: { reason } }),
  );

/** Removes a webhook with what waits for it: `POST /staff/webhook/{id}/remove`. */
export async function removeWebhook(webhookId: number, reason: string): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/webhook/{webhook_id}/remove", { params: of(webhookId), body: { reason } }),
  );
}

/** Makes a second secret, which is given once: `POST /staff/webhook/{id}/secret`. */
export const makeWebhookSecret = async (webhookId: number): Promise<string> =>
  (
    await staffBody(() =>
      api().POST("/staff/webhook/{webhook_id}/secret", { params: of(webhookId) }),
    )
  ).secret;

/** Ends the older of two secrets: `POST /staff/webhook/{id}/secret/end`. */
export const endWebhookSecret = (webhookId: number): Promise<Webhook> =>
  staffBody(() => api().POST("/staff/webhook/{webhook_id}/secret/end", { params: of(webhookId) }));

/** Sends the events since a day once more, and gives how many: `POST /staff/webhook/{id}/replay`. */
export const replayWebhook = async (
  webhookId: number,
  since: string,
  reason: string,
): Promise<number> =>
  (
    await staffBody(() =>
      api().POST("/staff/webhook/{webhook_id}/replay", {
        params: of(webhookId),
        body: { since, reason },
      }),
    )
  ).count;

/** A page of what was given up, the newest first: `GET /staff/webhook/{id}/delivery`. */
export const getFailedDeliveries = async (
  webhookId: number,
  page: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<FailedDelivery[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/webhook/{webhook_id}/delivery", {
        params: { ...of(webhookId), query: page },
        signal,
      }),
    )
  ).deliveryList;

/** Sends one event once more: `POST /staff/webhook/{id}/delivery/{position}/replay`. */
export async function replayDelivery(webhookId: number, position: number): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/webhook/{webhook_id}/delivery/{position}/replay", {
      params: { path: { webhook_id: webhookId, position } },
    }),
  );
}

/** The keys of the feed, revoked ones included: `GET /staff/feed-key`. */
export const getFeedKeys = async (signal?: AbortSignal): Promise<FeedKey[]> =>
  (await staffBody(() => api().GET("/staff/feed-key", { signal }))).feedKeyList;

/** Makes a key of the feed, which is given once: `POST /staff/feed-key`. */
export const addFeedKey = async (name: string): Promise<string> =>
  (await staffBody(() => api().POST("/staff/feed-key", { body: { name } }))).key;

/** Revokes a key of the feed: `POST /staff/feed-key/{id}/revoke`. */
export const revokeFeedKey = (keyId: number, reason: string): Promise<FeedKey> =>
  staffBody(() =>
    api().POST("/staff/feed-key/{key_id}/revoke", {
      params: { path: { key_id: keyId } },
      body: { reason },
    }),
  );
