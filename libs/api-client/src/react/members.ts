import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback } from "react";

import {
  getConsent,
  getMember,
  getReferees,
  giveConsent,
  setReferrer,
  updateMember,
  type MemberChanges,
} from "../calls/members.ts";
import { session } from "../session/current.ts";
import type { Agreement, Consent, Member, Referee } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The signed-in member's record. */
export const useMember = (): UseQueryResult<Member> => useMemberQuery(keys.member, getMember);

/** The friends the signed-in member invited, masked. */
export const useReferees = (): UseQueryResult<Referee[]> =>
  useMemberQuery(keys.referees, getReferees);

/** Changes the signed-in member's record; every page shows the answer at once. */
export function useUpdateMember(): UseMutationResult<Member, Error, MemberChanges> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (changes) => updateMember(signedIn(memberId), changes),
    onSuccess: async (record, { dateOfBirth }) => {
      // An answer that is under way tells of the record as it was.
      await client.cancelQueries({ queryKey: keys.member(record.id), exact: true });
      session.setUser(record);
      // When the birthday gift can be claimed depends on it.
      if (dateOfBirth) void client.invalidateQueries({ queryKey: keys.rewards(record.id) });
    },
  });
}

/** Says who invited the signed-in member, once. */
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

/** Asks again for whatever failed of what is on the screen, whichever part of it was pressed to try again. */
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

/** Asks again for everything shown of the member, once something has changed that touches it all. */
export function useReloadMember(): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys.ofMembers }, { cancelRefetch: false }),
    [client],
  );
}

/** Whether the signed-in member agreed to the notice that holds now. */
export const useConsent = (): UseQueryResult<Consent> => useMemberQuery(keys.consent, getConsent);

/** Agrees to it. Refused where a still newer one holds by now: then that one is asked for. */
export function useAgree(): UseMutationResult<Consent, Error, Agreement> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    networkMode: "always",
    mutationFn: (agreement) => giveConsent(signedIn(memberId), agreement),
    onSuccess: (standing) => client.setQueryData(keys.consent(memberId), standing),
    onError: () => client.invalidateQueries({ queryKey: keys.consent(memberId) }),
  });
}
