import { ApiError } from "@loyalty/api-client/errors";
import { api, responseBody } from "@loyalty/api-client/http";
import { newPasskey, usedPasskey } from "@loyalty/api-client/passkeys";
import { createQueryClient, followNetwork } from "@loyalty/api-client/react/query-client";
import { createExternalStore } from "@loyalty/api-client/store";
import {
  queryOptions,
  type QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import { useChange } from "./queries.ts";
import { call, onProofNeeded, type Operation, type Proof, type Schema, send } from "./requests.ts";

/** The key of the cashier at this tablet. */
export const counterSessionKey = ["till", "session"];

/** Who is signed in, and the operations that their roles open. */
export type Me = Schema<"Me">;
export type StaffPasskey = Schema<"Passkey">;

/** A call that waits until a person has proved who they are, and how it goes on. */
interface AwaitedProof {
  proof: Proof;
  settle: (isProved: boolean) => void;
}

const awaited = createExternalStore<AwaitedProof | null>(null);

/** Gives the queries below it their one cache, and has refused calls ask for the proof that they need. */
export function StaffProvider({ children }: { children: ReactNode }) {
  const [cache] = useState(() => createQueryClient({ staleTime: 30_000 }));
  useEffect(() => followNetwork(cache), [cache]);
  useEffect(() => {
    onProofNeeded((proof) => {
      // At a till there are no passkeys: the cashier signs in by PIN, when the counter sees that the session has ended.
      const me = cache.getQueryData(meOptions.queryKey);
      if (!me || me.till) {
        if (me && proof === "sign-in") cache.setQueryData(meOptions.queryKey, null);
        if (proof === "sign-in") void cache.invalidateQueries({ queryKey: counterSessionKey });
        return Promise.resolve(false);
      }
      return new Promise((resolve) => {
        awaited.set({
          proof,
          settle(isProved) {
            awaited.set(null);
            resolve(isProved);
          },
        });
      });
    });
    return () => onProofNeeded(async () => false);
  }, [cache]);
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}

/** Who is signed in; null where nobody is. */
export async function getMe(signal: AbortSignal): Promise<Me | null> {
  try {
    return await responseBody(api().GET("/staff/me", { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const meOptions = queryOptions({
  queryKey: ["staff", "me"],
  queryFn: ({ signal }) => getMe(signal),
  staleTime: 60_000,
});

/** Who is signed in: null where nobody is, undefined while that is not known. */
export const useMe = () => useQuery(meOptions);

/** Whether a user's roles open an operation somewhere. */
export const hasPermission = (me: Me | null | undefined, operation: Operation): boolean =>
  me?.operations.includes(operation) ?? false;

/** The proof that refused calls wait for, or null; `useProve` gives it. */
export const useAwaitedProof = (): Proof | null =>
  useSyncExternalStore(awaited.subscribe, awaited.getSnapshot)?.proof ?? null;

/**
 * Gives the awaited proof by passkey: the refused calls go on. False when the person closed the browser's dialog: they
 * still wait. Another user who signs in sees nothing of what the person before was about to do: the page loads again.
 */
export function useProve() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const now = awaited.getSnapshot();
      if (now === null) return true;
      const before = client.getQueryData(meOptions.queryKey);
      const me = await byPasskey(now.proof === "sign-in" ? "login" : "verify");
      if (me === null) return false;
      if (before && before.id !== me.id) {
        location.reload();
        return false;
      }
      client.setQueryData(meOptions.queryKey, me);
      now.settle(true);
      return true;
    },
  });
}

export function useCancelProof() {
  const client = useQueryClient();
  return () => {
    const now = awaited.getSnapshot();
    if (now?.proof === "sign-in") forgetEverything(client);
    now?.settle(false);
  };
}

/** Signs in, or verifies again who is signed in, by a passkey; null when the person closed the browser's dialog. */
async function byPasskey(purpose: "login" | "verify"): Promise<Me | null> {
  const options = await responseBody(api().POST(`/staff/${purpose}/options`));
  const credential = await usedPasskey(options);
  if (credential === null) return null;
  return responseBody(api().POST(`/staff/${purpose}`, { body: { credential } }));
}

/** A way to sign in, which the page shows at once; null when the person closed the browser's dialog. */
function useSignInBy(signIn: () => Promise<Me | null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (me) => me && client.setQueryData(meOptions.queryKey, me),
  });
}

export const useStaffSignIn = () => useSignInBy(() => byPasskey("login"));

export const signOut = (signal?: AbortSignal) =>
  responseBody(api().POST("/staff/logout", { signal }));

/** Signs out; nothing that was shown stays in the cache. */
export function useStaffSignOut() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => signOut(), onSuccess: () => forgetEverything(client) });
}

function forgetEverything(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== "me" });
  client.setQueryData(meOptions.queryKey, null);
}

const readInvitation = (token: string, signal?: AbortSignal) =>
  responseBody(api().POST("/staff/invitation/options", { body: { token }, signal }));

const invitationOptions = (token: string) =>
  queryOptions({
    queryKey: ["staff", "invitation", token],
    queryFn: async ({ signal }) => ({ name: (await readInvitation(token, signal)).name }),
    staleTime: Infinity,
  });

export const useInvitation = (token: string) => useQuery(invitationOptions(token));

/** Makes the passkey of an invitation and signs in. Its options are fetched again, because their challenge counts for five minutes. */
export const useAcceptInvitation = (token: string) =>
  useSignInBy(async () => {
    const credential = await newPasskey(await readInvitation(token));
    if (credential === null) return null;
    return responseBody(api().POST("/staff/invitation", { body: { token, credential } }));
  });

const staffPasskeysOptions = queryOptions({
  queryKey: ["staff", "passkeys"],
  queryFn: async ({ signal }) => (await call("GET /staff/passkey", { signal })).passkeyList,
});

/** The user's own passkeys, the newest first. */
export const useStaffPasskeys = () => useQuery(staffPasskeysOptions);

/** Adds one, such as that of a second device; null when the person closed the browser's dialog. */
export const useAddStaffPasskey = () =>
  useChange<void, StaffPasskey | null>(async () => {
    const credential = await newPasskey(await call("POST /staff/passkey/options", {}));
    if (credential === null) return null;
    return call("POST /staff/passkey", { body: { credential } });
  }, staffPasskeysOptions.queryKey);

export const useRemoveStaffPasskey = () =>
  useChange(
    (id: number) => send("DELETE /staff/passkey/{passkey_id}", { passkey_id: id }, undefined),
    staffPasskeysOptions.queryKey,
  );
