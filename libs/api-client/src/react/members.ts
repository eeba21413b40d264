import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback } from "react";

import {
  eraseMember,
  exportMember,
  exportMemberAsCsv,
  getConsent,
  getMember,
  getReferees,
  giveConsent,
  requestErasureCode,
  setReferrer,
  updateMember,
  type MemberChanges,
} from "../calls/members.ts";
import type { CodeSent } from "../calls/sign-in.ts";
import { session } from "../session/current.ts";
import type { Agreement, Consent, Member, Referee } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The signed-in member's record. */
export const useMember = (): UseQueryResult<Member> => useMemberQuery(keys.member, getMember);

/** The friends the signed-in member invited, masked. */
export const useReferees = (): UseQueryResult<Referee[]> =>
  useMemberQuery(keys.referees, getReferees);

/** Changes the signed-in member's record; every page shows the result at once. */
export function useUpdateMember(): UseMutationResult<Member, Error, MemberChanges> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (changes) => updateMember(signedIn(memberId), changes),
    onSuccess: async (record, { dateOfBirth }) => {
      // A response that is under way has the record as it was.
      await client.cancelQueries({ queryKey: keys.member(record.id), exact: true });
      session.setUser(record);
      // When the birthday gift can be claimed depends on it.
      if (dateOfBirth) void client.invalidateQueries({ queryKey: keys.rewards(record.id) });
    },
  });
}

/** Saves who invited the signed-in member, once. */
export function useSetReferrer(): UseMutationResult<
  { message: string },
  Error,
  { referralCode: string }
> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (code) => setReferrer(signedIn(memberId), code),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.member(memberId), exact: true });
    },
  });
}

/** Fetches again all that failed on the screen, whichever part of it has the pressed button. */
export function useRetryFailed(): () => void {
  const client = useQueryClient();
  return useCallback(
    () =>
      void client.refetchQueries({
        type: "active",
        predicate: ({ state }) => state.status === "error",
      }),
    [client],
  );
}

/** Fetches again everything shown of the member, after a change that concerns all of it. */
export function useReloadMember(): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys.ofMembers }, { cancelRefetch: false }),
    [client],
  );
}

/** Whether the signed-in member agreed to the notice that holds now. */
export const useConsent = (): UseQueryResult<Consent> => useMemberQuery(keys.consent, getConsent);

/** Agrees to it. An error where a newer one holds by now: then that one is fetched. */
export function useAgree(): UseMutationResult<Consent, Error, Agreement> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    networkMode: "always",
    mutationFn: (agreement) => giveConsent(signedIn(memberId), agreement),
    onSuccess: (consent) => client.setQueryData(keys.consent(memberId), consent),
    onError: () => client.invalidateQueries({ queryKey: keys.consent(memberId) }),
  });
}

/** Fetches everything the API holds about a member, as a file: JSON, or a ZIP with one CSV a table. */
export const useExportMember = (): UseMutationResult<
  Blob,
  Error,
  { memberId: number; format: "json" | "csv" }
> =>
  useMutation({
    mutationFn: async ({ memberId, format }) =>
      format === "csv"
        ? exportMemberAsCsv(memberId)
        : new Blob([JSON.stringify(await exportMember(memberId), null, 2)], {
            type: "application/json",
          }),
  });

/** Requests the code that ends a membership. */
export const useRequestErasureCode = (): UseMutationResult<CodeSent, Error, Member> =>
  useMutation({ mutationFn: requestErasureCode });

/** Ends a membership for good, and with it every session: `session.end()` then clears this browser. */
export const useEraseMember = (): UseMutationResult<
  void,
  Error,
  { member: Member; otpCode: string }
> => useMutation({ mutationFn: ({ member, otpCode }) => eraseMember(member, { otpCode }) });
