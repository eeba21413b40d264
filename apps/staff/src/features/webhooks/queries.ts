import { api } from "@loyalty/api-client/http.ts";
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** A system of somebody else that receives events. */
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

const all = ["staff", "webhooks"];
/** What waits changes by itself. */
const WEBHOOKS_EVERY_MS = 10_000;

const of = (webhookId: number) => ({ path: { webhook_id: webhookId } });

const listQuery = queryOptions({
  queryKey: [...all, "list"],
  queryFn: ({ signal }) => staffBody(() => api().GET("/staff/webhook", { signal })),
});

/** The webhooks, how each does, and the kinds of events: `GET /staff/webhook`. */
export const useWebhooks = (): UseQueryResult<Schema<"WebhookList">> =>
  useQuery({ ...listQuery, refetchOnMount: "always", refetchInterval: WEBHOOKS_EVERY_MS });

/** A function that reads a webhook again; it rejects where somebody has removed it. */
export function useReadWebhookAgain(): (webhookId: number) => Promise<Webhook> {
  const client = useQueryClient();
  return async (webhookId) => {
    const { webhookList } = await client.fetchQuery({ ...listQuery, staleTime: 0 });
    const found = webhookList.find(({ id }) => id === webhookId);
    if (!found) throw new Error(`There is no webhook ${webhookId}.`);
    return found;
  };
}

/** What a webhook did not take in three days, the newest first: `GET /staff/webhook/{id}/delivery`. */
export const useFailedDeliveries = (webhookId: number) =>
  usePages<FailedDelivery>(
    [...all, "failed", webhookId],
    async (query, signal) => {
      const params = { ...of(webhookId), query };
      const found = await staffBody(() =>
        api().GET("/staff/webhook/{webhook_id}/delivery", { params, signal }),
      );
      return found.deliveryList;
    },
    { idOf: ({ position }) => position },
  );

/** Adds a webhook, and gives its secret once: `POST /staff/webhook`. */
export const useAddWebhook = () =>
  useChange(
    async (body: WebhookContent) =>
      (await staffBody(() => api().POST("/staff/webhook", { body }))).secret,
    all,
  );

/** Changes a webhook; a 409 `webhook_changed` says who changed it meanwhile: `PUT /staff/webhook/{id}`. */
export const useChangeWebhook = () =>
  useChange(
    ({ webhookId, content }: { webhookId: number; content: Schema<"ChangeWebhook"> }) =>
      staffBody(() =>
        api().PUT("/staff/webhook/{webhook_id}", { params: of(webhookId), body: content }),
      ),
    all,
  );

/** Sends a webhook a test now: `POST /staff/webhook/{id}/test`. */
export const useTestWebhook = () =>
  useChange(
    (webhookId: number): Promise<WebhookTested> =>
      staffBody(() => api().POST("/staff/webhook/{webhook_id}/test", { params: of(webhookId) })),
    all,
  );

/** Turns a webhook on: `POST /staff/webhook/{id}/on`. */
export const useTurnWebhookOn = () =>
  useChange(
    (webhookId: number) =>
      staffBody(() => api().POST("/staff/webhook/{webhook_id}/on", { params: of(webhookId) })),
    all,
  );

/** Turns a webhook off: `POST /staff/webhook/{id}/off`. */
export const useTurnWebhookOff = () =>
  useChange(
    ({ webhookId, reason }: { webhookId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/webhook/{webhook_id}/off", {
          params: of(webhookId),
          body: { reason },
        }),
      ),
    all,
  );

/** Removes a webhook with what waits for it: `POST /staff/webhook/{id}/remove`. */
export const useRemoveWebhook = () =>
  useChange(
    ({ webhookId, reason }: { webhookId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/webhook/{webhook_id}/remove", {
          params: of(webhookId),
          body: { reason },
        }),
      ),
    all,
  );

/** Makes a second secret, which is given once: `POST /staff/webhook/{id}/secret`. */
export const useMakeWebhookSecret = () =>
  useChange(async (webhookId: number) => {
    const made = await staffBody(() =>
      api().POST("/staff/webhook/{webhook_id}/secret", { params: of(webhookId) }),
    );
    return made.secret;
  }, all);

/** Ends the older of two secrets: `POST /staff/webhook/{id}/secret/end`. */
export const useEndWebhookSecret = () =>
  useChange(
    (webhookId: number) =>
      staffBody(() =>
        api().POST("/staff/webhook/{webhook_id}/secret/end", { params: of(webhookId) }),
      ),
    all,
  );

/** Sends the events since a day once more, and gives how many: `POST /staff/webhook/{id}/replay`. */
export const useReplayWebhook = () =>
  useChange(
    async ({ webhookId, ...body }: { webhookId: number; since: string; reason: string }) => {
      const replayed = await staffBody(() =>
        api().POST("/staff/webhook/{webhook_id}/replay", { params: of(webhookId), body }),
      );
      return replayed.count;
    },
    all,
  );

/** Sends one event once more: `POST /staff/webhook/{id}/delivery/{position}/replay`. */
export const useReplayDelivery = () =>
  useChange(
    ({ webhookId, position }: { webhookId: number; position: number }) =>
      staffBody(() =>
        api().POST("/staff/webhook/{webhook_id}/delivery/{position}/replay", {
          params: { path: { webhook_id: webhookId, position } },
        }),
      ),
    all,
  );

/** The keys of the feed, revoked ones included: `GET /staff/feed-key`. */
export const useFeedKeys = (): UseQueryResult<FeedKey[]> =>
  useQuery({
    queryKey: [...all, "keys"],
    queryFn: async ({ signal }) =>
      (await staffBody(() => api().GET("/staff/feed-key", { signal }))).feedKeyList,
    refetchOnMount: "always",
  });

/** Makes a key of the feed, which is given once: `POST /staff/feed-key`. */
export const useAddFeedKey = () =>
  useChange(
    async (name: string) =>
      (await staffBody(() => api().POST("/staff/feed-key", { body: { name } }))).key,
    all,
  );

/** Revokes a key of the feed: `POST /staff/feed-key/{id}/revoke`. */
export const useRevokeFeedKey = () =>
  useChange(
    ({ keyId, reason }: { keyId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/feed-key/{key_id}/revoke", {
          params: { path: { key_id: keyId } },
          body: { reason },
        }),
      ),
    all,
  );
