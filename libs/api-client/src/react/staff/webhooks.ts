import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  addFeedKey,
  addWebhook,
  changeWebhook,
  endWebhookSecret,
  getFailedDeliveries,
  getFeedKeys,
  getWebhooks,
  makeWebhookSecret,
  removeWebhook,
  replayDelivery,
  replayWebhook,
  revokeFeedKey,
  testWebhook,
  turnWebhookOff,
  turnWebhookOn,
  type FeedKey,
  type WebhookContent,
} from "../../staff/webhooks.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;
const all = ["staff", "webhooks"];
/** What waits changes by itself. */
const WEBHOOKS_EVERY_MS = 10_000;

/** The webhooks, how each does, and the kinds of events. */
export const useWebhooks = (): UseQueryResult<Awaited<ReturnType<typeof getWebhooks>>> =>
  useQuery({
    queryKey: [...all, "list"],
    queryFn: ({ signal }) => getWebhooks(signal),
    refetchOnMount: "always",
    refetchInterval: WEBHOOKS_EVERY_MS,
  });

/** What a webhook did not take and was given up, a page of 50 after the other, the newest first. */
export const useFailedDeliveries = (webhookId: number) =>
  useInfiniteQuery({
    queryKey: [...all, "failed", webhookId],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getFailedDeliveries(webhookId, page, signal),
      idOf: ({ position }) => position,
    }),
    refetchOnMount: "always",
  });

/** The keys of the feed. */
export const useFeedKeys = (): UseQueryResult<FeedKey[]> =>
  useQuery({
    queryKey: [...all, "keys"],
    queryFn: ({ signal }) => getFeedKeys(signal),
    refetchOnMount: "always",
  });

/** A change of webhooks or keys; all lists follow, also after a refusal. */
function useChange<Change, Result>(
  change: (change: Change) => Promise<Result>,
): UseMutationResult<Result, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
}

/** Adds a webhook; gives its secret. */
export const useAddWebhook = () => useChange<WebhookContent, string>(addWebhook);

/** Changes a webhook. */
export const useChangeWebhook = () =>
  useChange(({ webhookId, content }: { webhookId: number; content: WebhookContent }) =>
    changeWebhook(webhookId, content),
  );

/** Sends a webhook a test now. */
export const useTestWebhook = () => useChange(testWebhook);

/** Turns a webhook on. */
export const useTurnWebhookOn = () => useChange(turnWebhookOn);

/** Turns a webhook off. */
export const useTurnWebhookOff = () =>
  useChange(({ webhookId, reason }: { webhookId: number; reason: string }) =>
    turnWebhookOff(webhookId, reason),
  );

/** Removes a webhook. */
export const useRemoveWebhook = () =>
  useChange(({ webhookId, reason }: { webhookId: number; reason: string }) =>
    removeWebhook(webhookId, reason),
  );

/** Makes a second secret; gives it. */
export const useMakeWebhookSecret = () => useChange(makeWebhookSecret);

/** Ends the older of two secrets. */
export const useEndWebhookSecret = () => useChange(endWebhookSecret);

/** Sends the events since a day once more; gives how many. */
export const useReplayWebhook = () =>
  useChange(({ webhookId, since, reason }: { webhookId: number; since: string; reason: string }) =>
    replayWebhook(webhookId, since, reason),
  );

/** Sends one event once more. */
export const useReplayDelivery = () =>
  useChange(({ webhookId, position }: { webhookId: number; position: number }) =>
    replayDelivery(webhookId, position),
  );

/** Makes a key of the feed; gives it. */
export const useAddFeedKey = () => useChange(addFeedKey);

/** Revokes a key of the feed. */
export const useRevokeFeedKey = () =>
  useChange(({ keyId, reason }: { keyId: number; reason: string }) => revokeFeedKey(keyId, reason));
