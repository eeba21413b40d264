import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { ApiError } from "../errors.ts";
import { api, responseBody } from "../http.ts";
import {
  endPushes,
  notePushesKnown,
  pushPermission,
  renewedPushes,
  takePushes,
  takesPushes,
  watchPushPermission,
} from "../push.ts";
import { keys, paramsOf, useMemberMutation, useMemberQuery, useRefresh } from "./queries.ts";
import { useMemberId } from "./session.ts";

/**
 * The browsers that take pushes for the signed-in member, this one first, and the server's key:
 * `GET /member/{id}/pushSubscription`.
 */
export const usePushSubscriptions = () =>
  useMemberQuery(keys.pushSubscriptions, (params, signal) =>
    responseBody(api().GET("/member/{member_id}/pushSubscription", { params, signal })),
  );

/** This browser's side: what its reader allows, and whether it takes pushes. */
export interface PushBrowser {
  permission: ReturnType<typeof pushPermission>;
  isSubscribed: boolean;
}

const BROWSER = ["push-browser"];

/** The same, followed: the reader may change it in the browser's own settings. */
export function usePushBrowser() {
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

/**
 * Asks the reader and sends pushes to this browser from then on; false where they did not allow it:
 * `POST /member/{id}/pushSubscription`.
 */
export const useTurnOnPush = () =>
  useMemberMutation(
    async (params, { publicKey }: { publicKey: string }) => {
      const made = await takePushes(publicKey);
      if (made === null) return false;
      const body = { ...made, showsDetails: false };
      try {
        await responseBody(api().POST("/member/{member_id}/pushSubscription", { params, body }));
        notePushesKnown(made);
      } catch (error) {
        await endPushes();
        throw error;
      }
      return true;
    },
    { onSettled: useRefreshPushes() },
  );

/**
 * Gives the API the subscription that this browser has put in place of the one it took pushes by:
 * `POST /member/{id}/pushSubscription/renew`. It looks when the app starts, and when it is asked to.
 *
 * @returns how to have it look
 */
export function useRenewPush(): () => void {
  const memberId = useMemberId();
  const refresh = useRefreshPushes();
  const renew = useCallback(async () => {
    const body = memberId === null ? null : await renewedPushes();
    if (body === null || memberId === null) return;
    const params = paramsOf(memberId);
    try {
      await responseBody(
        api().POST("/member/{member_id}/pushSubscription/renew", { params, body }),
      );
      notePushesKnown(body);
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

/**
 * Sends one of the member's browsers no more pushes; with `isHere` this browser forgets it too:
 * `DELETE /member/{id}/pushSubscription/{subscriptionId}`.
 */
export const useTurnOffPush = () =>
  useMemberMutation(
    async ({ path }, { id, isHere }: { id: number; isHere: boolean }) => {
      const params = { path: { ...path, subscription_id: id } };
      await responseBody(
        api().DELETE("/member/{member_id}/pushSubscription/{subscription_id}", { params }),
      );
      if (isHere) await endPushes();
    },
    { onSettled: useRefreshPushes() },
  );

/**
 * Lets one browser show points and names on a locked screen, or not:
 * `PATCH /member/{id}/pushSubscription/{subscriptionId}`.
 */
export const useChangePush = () =>
  useMemberMutation(
    ({ path }, { id, ...body }: { id: number; showsDetails: boolean }) => {
      const params = { path: { ...path, subscription_id: id } };
      return responseBody(
        api().PATCH("/member/{member_id}/pushSubscription/{subscription_id}", { params, body }),
      );
    },
    { onSettled: useRefreshPushes() },
  );

function useRefreshPushes() {
  const client = useQueryClient();
  const refresh = useRefresh(keys.pushSubscriptions);
  return useCallback(
    () => Promise.all([refresh(), client.invalidateQueries({ queryKey: BROWSER })]),
    [client, refresh],
  );
}
