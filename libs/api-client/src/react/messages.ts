import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback } from "react";

import {
  getMessages,
  getUnsubscribe,
  readMessages,
  stopMessages,
  unsubscribe,
  type MessagePage,
} from "../calls/messages.ts";
import type { Message, Preferences, Unsubscribe } from "../wire.ts";
import { useTakeSaved } from "./preferences.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** How many messages one page of the log has. */
const PAGE = 20;

/** How often the count of unread messages is looked at, besides when a push came. */
const LOOK_AGAIN_MS = 2 * 60 * 1000;

/** The signed-in member's messages, newest first, page after page. Fetched at every visit: there may be more since. */
export function useMessages() {
  const memberId = useMemberId();
  return useInfiniteQuery({
    queryKey: keys.messages(memberId),
    queryFn:
      memberId === null
        ? skipToken
        : ({ pageParam: offset, signal }) => getMessages(memberId, { limit: PAGE, offset, signal }),
    initialPageParam: 0,
    getNextPageParam: (last: MessagePage, all: MessagePage[]) =>
      last.messages.length === PAGE ? all.length * PAGE : undefined,
    select: joined,
    refetchOnMount: "always",
  });
}

/** The pages as one list, each message once: one that comes between two pages moves the later one. */
function joined({ pages }: { pages: MessagePage[] }): Message[] {
  const all = pages.flatMap(({ messages }) => messages);
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** How many messages the signed-in member has not read. */
export const useUnreadMessages = (): UseQueryResult<number> =>
  useMemberQuery(
    keys.unreadMessages,
    async (id, signal) => (await getMessages(id, { limit: 1, signal })).unreadCount,
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );

/** Notes that the member has read up to a message; the count follows. */
export function useReadMessages(): UseMutationResult<number, Error, number> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (upToId) => readMessages(signedIn(memberId), upToId),
    onSuccess: async (count) => {
      const queryKey = keys.unreadMessages(memberId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, count);
    },
  });
}

/** Ends the kind of one message; the preferences follow. */
export function useStopMessages(): UseMutationResult<Preferences, Error, number> {
  const takeSaved = useTakeSaved();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (id) => stopMessages(signedIn(memberId), id),
    onSuccess: takeSaved,
  });
}

/** Fetches the log and its count again: a push has just come. */
export function useRefreshMessages(): () => void {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys.messages(memberId) }),
    [client, memberId],
  );
}

/** What the link of an e-mail ends; nobody has to be signed in. */
export const useUnsubscribe = (token: string): UseQueryResult<Unsubscribe> =>
  useQuery({
    queryKey: keys.unsubscribe(token),
    queryFn: token === "" ? skipToken : ({ signal }) => getUnsubscribe(token, signal),
  });

/** Ends it; the page and, where the member is signed in, their preferences follow. */
export function useEndByLink(token: string): UseMutationResult<void, Error, void> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: () => unsubscribe(token),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.unsubscribe(token) }),
        client.invalidateQueries({ queryKey: keys.preferences(memberId) }),
      ]).then(() => {}),
  });
}
