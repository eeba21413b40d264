import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import {
  addPushSubscription,
  changePushSubscription,
  endPushSubscription,
  getPushSubscriptions,
  renewPushSubscription,
} from "../calls/messages.ts";
import { ApiError } from "../errors.ts";
import {
  endPushes,
  notePushesKnown,
  pushPermission,
  renewedPushes,
  takePushes,
  takesPushes,
  watchPushPermission,
  type PushPermission,
} from "../push.ts";
import type { PushSubscriptions } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The browsers that take pushes for the signed-in member, and the server's key. */
export const usePushSubscriptions = (): UseQueryResult<PushSubscriptions> =>
  useMemberQuery(keys.pushSubscriptions, getPushSubscriptions);

/** This browser's side: what its reader allows, and whether it takes pushes. */
export interface PushBrowser {
  permission: PushPermission;
  isSubscribed: boolean;
}

const BROWSER = ["push-browser"];

/** The same, followed: the reader may change it in the browser's own settings. */
export function usePushBrowser(): UseQueryResult<PushBrowser> {
  const client = useQueryClient();
  useEffect(
    () => watchPushPermission(() => void client.invalidateQueries({ queryKey: BROWSER })),
    [client],
  );
  return useQuery({
    queryKey: BROWSER,
    queryFn: async (): Promise<PushBrowser> => ({
      permission: pushPermission(),
      isSubscribed: await takesPushes(),
    }),
    networkMode: "always",
    staleTime: 0,
  });
}

/** Asks the reader and sends pushes to this browser from then on; false where they did not allow it. */
export function useTurnOnPush(): UseMutationResult<boolean, Error, { publicKey: string }> {
  const memberId = useMemberId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ publicKey }) => {
      const made = await takePushes(publicKey);
      if (made === null) return false;
      try {
        await addPushSubscription(signedIn(memberId), { ...made, showsDetails: false });
        notePushesKnown(made);
      } catch (error) {
        await endPushes();
        throw error;
      }
      return true;
    },
    onSettled: refresh,
  });
}

/**
 * Gives the API the subscription that this browser has put in place of the one it took pushes by. It looks when the app
 * starts, and when it is asked to.
 *
 * @returns how to have it look
 */
export function useRenewPush(): () => void {
  const memberId = useMemberId();
  const refresh = useRefresh();
  const renew = useCallback(async () => {
    const made = memberId === null ? null : await renewedPushes();
    if (made === null || memberId === null) return;
    try {
      await renewPushSubscription(memberId, made);
      notePushesKnown(made);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "no_such_subscription")) throw error;
      // Turned off on another device, or by a sign-in that has ended: it stays off.
      await endPushes();
    }
    await refresh();
  }, [memberId, refresh]);
  // What fails now is tried again at the next start.
  const look = useCallback(() => void renew().catch(() => {}), [renew]);
  useEffect(look, [look]);
  return look;
}

/** Sends one of the member's browsers no more pushes; with `isHere` this browser forgets it too. */
export function useTurnOffPush(): UseMutationResult<void, Error, { id: number; isHere: boolean }> {
  const memberId = useMemberId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, isHere }) => {
      await endPushSubscription(signedIn(memberId), id);
      if (isHere) await endPushes();
    },
    onSettled: refresh,
  });
}

/** Lets one browser show points and names on a locked screen, or not. */
export function useChangePush(): UseMutationResult<
  void,
  Error,
  { id: number; showsDetails: boolean }
> {
  const memberId = useMemberId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, showsDetails }) =>
      changePushSubscription(signedIn(memberId), id, { showsDetails }),
    onSettled: refresh,
  });
}

function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.pushSubscriptions(memberId) }),
        client.invalidateQueries({ queryKey: BROWSER }),
      ]),
    [client, memberId],
  );
}
