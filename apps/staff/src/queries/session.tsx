import { createQueryClient, followNetwork } from "@loyalty/api-client/react/query-client.tsx";
import { createExternalStore } from "@loyalty/api-client/store.ts";
import {
  QueryClientProvider,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

import { useChange } from "./queries.ts";
import { onProofNeeded, type Operation, type Proof } from "./requests.ts";
import {
  acceptInvitation,
  addStaffPasskey,
  getMe,
  getStaffPasskeys,
  type Me,
  readInvitation,
  removeStaffPasskey,
  signIn,
  signOut,
  type StaffPasskey,
  verify,
} from "./session-calls.ts";

/** The names of everything cached. What an outlet's screens show is below `outlet`. */
export const staffKeys = {
  me: ["staff", "me"],
  invitation: (token: string) => ["staff", "invitation", token],
  passkeys: ["staff", "passkeys"],
  today: ["staff", "today"],
  people: (outletId?: number) =>
    outletId === undefined ? ["staff", "people"] : ["staff", "people", outletId],
  outlet: (outletId: number) => ["staff", "outlet", outletId],
  tills: (outletId: number) => ["staff", "outlet", outletId, "tills"],
} as const;

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
      // At a till there are no passkeys: the cashier signs in by PIN, on another page.
      const me = cache.getQueryData<Me | null>(staffKeys.me);
      if (!me || me.till) {
        if (me && proof === "sign-in") cache.setQueryData(staffKeys.me, null);
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

/** Who is signed in: null where nobody is, undefined while that is not known. */
export const useMe = (): UseQueryResult<Me | null> =>
  useQuery({ queryKey: staffKeys.me, queryFn: ({ signal }) => getMe(signal), staleTime: 60_000 });

/** Whether somebody's roles open an operation somewhere. */
export const mayDo = (me: Me | null | undefined, operation: Operation): boolean =>
  me?.operations.includes(operation) ?? false;

/** The proof that refused calls wait for, or null; `useProve` gives it. */
export const useAwaitedProof = (): Proof | null =>
  useSyncExternalStore(awaited.subscribe, awaited.getSnapshot)?.proof ?? null;

/**
 * Gives the awaited proof by passkey: the refused calls go on. False when the person closed the browser's dialog: they
 * still wait. Somebody else who signs in sees nothing of what the person before was about to do: the page loads anew.
 */
export function useProve(): UseMutationResult<boolean, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const now = awaited.getSnapshot();
      if (now === null) return true;
      const before = client.getQueryData<Me | null>(staffKeys.me);
      const me = await (now.proof === "sign-in" ? signIn() : verify());
      if (me === null) return false;
      if (before && before.id !== me.id) {
        location.reload();
        return false;
      }
      client.setQueryData(staffKeys.me, me);
      now.settle(true);
      return true;
    },
  });
}

/** Gives no proof: the refused calls fail, and whose session had ended is signed out. */
export function useRefuseProof(): () => void {
  const client = useQueryClient();
  return () => {
    const now = awaited.getSnapshot();
    if (now?.proof === "sign-in") forgetEverything(client);
    now?.settle(false);
  };
}

/** Signs in by a passkey; null when the person closed the browser's dialog. */
export function useStaffSignIn(): UseMutationResult<Me | null, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signIn(),
    onSuccess: (me) => me && client.setQueryData(staffKeys.me, me),
  });
}

/** Signs out; nothing that was shown stays in the cache. */
export function useStaffSignOut(): UseMutationResult<void, Error, void> {
  const client = useQueryClient();
  return useMutation({ mutationFn: signOut, onSuccess: () => forgetEverything(client) });
}

function forgetEverything(client: ReturnType<typeof useQueryClient>) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== "me" });
  client.setQueryData(staffKeys.me, null);
}

/** Whom an invitation is for. */
export const useInvitation = (token: string): UseQueryResult<{ name: string }> =>
  useQuery({
    queryKey: staffKeys.invitation(token),
    queryFn: async ({ signal }) => ({ name: (await readInvitation(token, signal)).name }),
    staleTime: Infinity,
  });

/** Makes the passkey of an invitation and signs in; null when the person closed the browser's dialog. */
export function useAcceptInvitation(token: string): UseMutationResult<Me | null, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: (me) => me && client.setQueryData(staffKeys.me, me),
  });
}

/** One's own passkeys. */
export const useStaffPasskeys = (): UseQueryResult<StaffPasskey[]> =>
  useQuery({ queryKey: staffKeys.passkeys, queryFn: ({ signal }) => getStaffPasskeys(signal) });

/** Adds one; null when the person closed the browser's dialog. */
export const useAddStaffPasskey = () =>
  useChange<void, StaffPasskey | null>(addStaffPasskey, staffKeys.passkeys);

/** Removes one. */
export const useRemoveStaffPasskey = () => useChange(removeStaffPasskey, staffKeys.passkeys);
