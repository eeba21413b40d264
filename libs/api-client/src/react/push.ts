import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { ApiError } from "../errors.ts";
import { api, responseBody } from "../http.ts";
import { watchPermission } from "../permission.ts";
import { localStore, storedText } from "../store.ts";
import type { NewPushSubscription } from "../wire.ts";
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

/** This browser's side: what its user allows, and whether it takes pushes. */
export interface PushBrowser {
  permission: PushPermission;
  isSubscribed: boolean;
}

const BROWSER = ["push-browser"];

/** The same, followed: the user may change it in the browser's own settings. */
export function usePushBrowser() {
  const client = useQueryClient();
  useEffect(
    () =>
      watchPermission("notifications", () => void client.invalidateQueries({ queryKey: BROWSER })),
    [client],
  );
  return useQuery({
    queryKey: BROWSER,
    queryFn: async (): Promise<PushBrowser> => ({
      permission: pushPermission(),
      isSubscribed: await hasSubscription(),
    }),
    networkMode: "always",
    staleTime: 0,
  });
}

/**
 * Asks the user and sends pushes to this browser from then on; false where they did not allow it:
 * `POST /member/{id}/pushSubscription`.
 */
export const useTurnOnPush = () =>
  useMemberMutation(
    async (params, { publicKey }: { publicKey: string }) => {
      const made = await createSubscription(publicKey);
      if (made === null) return false;
      const body = { ...made, showsDetails: false };
      try {
        await responseBody(api().POST("/member/{member_id}/pushSubscription", { params, body }));
        storeKnownEndpoint(made);
      } catch (error) {
        await unsubscribeBrowser();
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
    const body = memberId === null ? null : await renewedSubscription();
    if (body === null || memberId === null) return;
    const params = paramsOf(memberId);
    try {
      await responseBody(
        api().POST("/member/{member_id}/pushSubscription/renew", { params, body }),
      );
      storeKnownEndpoint(body);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "no_such_subscription")) throw error;
      // Turned off on another device, or by a sign-in that has ended: it stays off.
      await unsubscribeBrowser();
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
      if (isHere) await unsubscribeBrowser();
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

// The browser's own part (Push API, Notifications API).

const WORKER = "/sw.js";

/** What this browser says about notifications of this app: `denied` only the user can undo, in its settings. */
type PushPermission = "unsupported" | "default" | "granted" | "denied";

/** Whether this browser has push notifications, and what its user has said to them. */
function pushPermission(): PushPermission {
  const isSupported =
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  return isSupported ? Notification.permission : "unsupported";
}

/** Whether this browser takes pushes for a user. */
const hasSubscription = async (): Promise<boolean> => (await subscription()) !== null;

async function subscription(): Promise<PushSubscription | null> {
  if (pushPermission() === "unsupported") return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the user, and then has the browser take pushes. Only after a tap: a browser may hold it against us otherwise.
 *
 * @param publicKey the server's key, base64url
 * @returns what the API wants to know, or null where the user did not allow it
 * @throws what the browser throws that reaches no push service
 */
async function createSubscription(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key cannot be used with ours.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return valuesOf(made);
}

/** What the API wants to know of a browser's subscription. */
type BrowserSubscription = Omit<NewPushSubscription, "showsDetails">;

function valuesOf(made: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

/** The address that the API was given last. */
const knownEndpoint = storedText(localStore, "pushEndpoint");

/** Notes that the API knows this subscription. */
const storeKnownEndpoint = ({ endpoint }: BrowserSubscription): void =>
  knownEndpoint.write(endpoint);

/** The subscription that the browser has put in place of the one that the API knows, or null where it has not. */
async function renewedSubscription() {
  const replaces = knownEndpoint.read();
  if (replaces === null) return null;
  const current = await subscription();
  return current && current.endpoint !== replaces ? { ...valuesOf(current), replaces } : null;
}

export async function unsubscribeBrowser(): Promise<void> {
  knownEndpoint.clear();
  await (await subscription())?.unsubscribe();
}
