import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, responseBody } from "../http.ts";
import { useApplySaved } from "./preferences.ts";
import {
  keys,
  useMemberMutation,
  useMemberPages,
  useMemberQuery,
  useRefresh,
  type MemberParams,
  type PageQuery,
} from "./queries.ts";
import { useMemberId } from "./session.ts";

const PAGE_SIZE = 20;

/** How often the count of unread messages is looked at, besides when a push came. */
const REFETCH_INTERVAL_MS = 2 * 60 * 1000;

/** A part of a member's log, newest first, and how many messages of all are unread: `GET /member/{id}/notification`. */
const getMessages = (params: MemberParams, query: Partial<PageQuery>, signal: AbortSignal) =>
  responseBody(
    api().GET("/member/{member_id}/notification", { params: { ...params, query }, signal }),
  );

/** The signed-in member's messages, newest first, page after page. Fetched at every visit: there may be more since. */
export const useMessages = () =>
  useMemberPages(
    keys.messages,
    PAGE_SIZE,
    async (params, page, signal) => (await getMessages(params, page, signal)).notificationList,
    { refetchOnMount: "always" },
  );

/** How many messages the signed-in member has not read. */
export const useUnreadMessages = () =>
  useMemberQuery(
    keys.unreadMessages,
    async (params, signal) => (await getMessages(params, { limit: 1 }, signal)).unreadCount,
    { refetchInterval: REFETCH_INTERVAL_MS },
  );

/** Notes that the member has read up to a message: `POST /member/{id}/notification/read`. The count follows. */
export function useReadMessages() {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMemberMutation(
    async (params, upToId: number) => {
      const body = { upToId };
      const call = api().POST("/member/{member_id}/notification/read", { params, body });
      return (await responseBody(call)).unreadCount;
    },
    {
      onSuccess: async (count) => {
        const queryKey = keys.unreadMessages(memberId);
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, count);
      },
    },
  );
}

/** Ends the kind of one message: `POST /member/{id}/notification/{notificationId}/stop`. The preferences follow. */
export const useStopMessages = () =>
  useMemberMutation(
    ({ path }, messageId: number) =>
      responseBody(
        api().POST("/member/{member_id}/notification/{notification_id}/stop", {
          params: { path: { ...path, notification_id: messageId } },
        }),
      ),
    { onSuccess: useApplySaved() },
  );

/** Fetches the log and its count again: a push has just come. */
export const useRefreshMessages = (): (() => void) => useRefresh(keys.messages);

/** What the link of an e-mail ends; nobody has to be signed in: `GET /notification/unsubscribe/{token}/kind`. */
export const useUnsubscribe = (token: string) =>
  useQuery({
    queryKey: keys.unsubscribe(token),
    queryFn:
      token === ""
        ? skipToken
        : ({ signal }) => {
            const params = { path: { token } };
            return responseBody(
              api().GET("/notification/unsubscribe/{token}/kind", { params, signal }),
            );
          },
  });

/**
 * Ends it: `POST /notification/unsubscribe/{token}`. The page and, where the member is signed in, their preferences
 * follow.
 */
export function useEndByLink(token: string) {
  const client = useQueryClient();
  const refreshPreferences = useRefresh(keys.preferences);
  return useMutation({
    mutationFn: () =>
      responseBody(
        api().POST("/notification/unsubscribe/{token}", { params: { path: { token } } }),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.unsubscribe(token) }),
        refreshPreferences(),
      ]),
  });
}
