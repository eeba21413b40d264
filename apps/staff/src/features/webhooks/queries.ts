import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

import { useChange, usePages, useSend } from "../../queries/queries.ts";
import { call, type Schema, send } from "../../queries/requests.ts";

/** A system of another user that receives events. */
export type Webhook = Schema<"Webhook">;
/** What one is given: `types` empty is every kind of events. */
export type WebhookContent = Schema<"WebhookContent">;
/** A kind of events, such as `points.earned`. */
export type EventKind = WebhookContent["types"][number];
/** An event that was given up after three days. */
export type FailedDelivery = Schema<"WebhookDelivery">;
export type FeedKey = Schema<"FeedKey">;

const all = ["staff", "webhooks"];

const webhooksOptions = queryOptions({
  queryKey: [...all, "list"],
  queryFn: ({ signal }) => call("GET /staff/webhook", { signal }),
});

/** The webhooks, how each does, and the kinds of events. What waits changes by itself. */
export const useWebhooks = () =>
  useQuery({ ...webhooksOptions, refetchOnMount: "always", refetchInterval: 10_000 });

/** A function that reads a webhook again; it rejects where a user has removed it. */
export function useRefetchWebhook(webhookId: number) {
  const client = useQueryClient();
  return async () => {
    const { webhookList } = await client.fetchQuery({ ...webhooksOptions, staleTime: 0 });
    const found = webhookList.find(({ id }) => id === webhookId);
    if (!found) throw new Error(`There is no webhook ${webhookId}.`);
    return found;
  };
}

/** What a webhook did not take in three days, the newest first. */
export const useFailedDeliveries = (webhookId: number) =>
  usePages(
    [...all, "failed", webhookId],
    async (query, signal) => {
      const params = { path: { webhook_id: webhookId }, query };
      const found = await call("GET /staff/webhook/{webhook_id}/delivery", { params, signal });
      return found.deliveryList;
    },
    { idOf: ({ position }) => position },
  );

export const useAddWebhook = () => useSend("POST /staff/webhook", {}, all);

/** Changes a webhook; a 409 `edited_meanwhile` says who changed it meanwhile. */
export const useChangeWebhook = (webhookId: number) =>
  useSend("PUT /staff/webhook/{webhook_id}", { webhook_id: webhookId }, all);

/** Sends a webhook a test now, and returns what it answered; `error` null: it took it. */
export const useTestWebhook = (webhookId: number) =>
  useSend("POST /staff/webhook/{webhook_id}/test", { webhook_id: webhookId }, all);

/** Turns a webhook on or off. */
export const useSetWebhookState = (webhookId: number) =>
  useSend("PUT /staff/webhook/{webhook_id}/state", { webhook_id: webhookId }, all);

export const useRemoveWebhook = (webhookId: number) =>
  useSend("POST /staff/webhook/{webhook_id}/remove", { webhook_id: webhookId }, all);

export const useMakeWebhookSecret = (webhookId: number) =>
  useSend("POST /staff/webhook/{webhook_id}/secret", { webhook_id: webhookId }, all);

export const useEndWebhookSecret = (webhookId: number) =>
  useSend("POST /staff/webhook/{webhook_id}/secret/end", { webhook_id: webhookId }, all);

/** Sends the events since a day, or one by its position, once more, and returns how many. */
export const useReplayWebhook = (webhookId: number) =>
  useSend("POST /staff/webhook/{webhook_id}/replay", { webhook_id: webhookId }, all);

export const useFeedKeys = () =>
  useQuery({ ...webhooksOptions, select: ({ feedKeyList }) => feedKeyList });

export const useAddFeedKey = () => useSend("POST /staff/feed-key", {}, all);

export const useRevokeFeedKey = () =>
  useChange(
    ({ keyId, reason }: { keyId: number; reason: string }) =>
      send("POST /staff/feed-key/{key_id}/revoke", { key_id: keyId }, { reason }),
    all,
  );
