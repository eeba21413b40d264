import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

import { api, responseBody } from "../http.ts";
import { asMember } from "../rules/records.ts";
import { setRequestId, requestIdHeaders } from "../session/code-requests.ts";
import { session } from "../session/current.ts";
import type { Agreement, Member, MemberChanges, MemberChangesBody } from "../wire.ts";
import { keys, paramsOf, useMemberMutation, useMemberQuery } from "./queries.ts";
import { useMemberId } from "./session.ts";

/** The signed-in member's record: `GET /member/{id}`. */
export const useMember = () =>
  useMemberQuery(keys.member, async (params, signal) =>
    asMember(await responseBody(api().GET("/member/{member_id}", { params, signal }))),
  );

/** The friends the signed-in member invited, masked: `GET /member/{id}/memberreferee`. */
export const useReferees = () =>
  useMemberQuery(keys.referees, async (params, signal) => {
    const call = api().GET("/member/{member_id}/memberreferee", { params, signal });
    return (await responseBody(call)).memberRefereeList;
  });

/** Who invites with a referral code, by their first name; an empty code waits: `GET /referralCode/{code}`. */
export const useReferrer = (code: string) =>
  useQuery({
    queryKey: keys.referrer(code),
    queryFn:
      code === ""
        ? skipToken
        : ({ signal }) =>
            responseBody(api().GET("/referralCode/{code}", { params: { path: { code } }, signal })),
  });

/** Changes the signed-in member's record, which every page shows at once: `PATCH /member/{id}`. */
export function useUpdateMember() {
  const client = useQueryClient();
  return useMemberMutation(
    async (params, changes: MemberChanges) => {
      const body = { id: params.path.member_id, ...changes } as MemberChangesBody;
      return asMember(await responseBody(api().PATCH("/member/{member_id}", { params, body })));
    },
    {
      onSuccess: async (record, { dateOfBirth }) => {
        // A response that is under way has the record as it was.
        await client.cancelQueries({ queryKey: keys.member(record.id), exact: true });
        session.setUser(record);
        // When the birthday gift can be claimed depends on it.
        if (dateOfBirth) void client.invalidateQueries({ queryKey: keys.rewards(record.id) });
      },
    },
  );
}

/** Saves who invited the signed-in member, once: `PATCH /member/{id}/referrer`. */
export function useSetReferrer() {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMemberMutation(
    (params, { referralCode }: { referralCode: string }) =>
      responseBody(
        api().PATCH("/member/{member_id}/referrer", {
          params,
          body: { ReferralCode: referralCode },
        }),
      ),
    {
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: keys.member(memberId), exact: true });
      },
    },
  );
}

/** Fetches again all that failed on the screen, whichever part of it has the pressed button. */
export function useRetryFailed() {
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
export function useReloadMember() {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys.ofMembers }, { cancelRefetch: false }),
    [client],
  );
}

/** Whether the signed-in member agreed to the notice that holds now: `GET /member/{id}/consent`. */
export const useConsent = () =>
  useMemberQuery(keys.consent, (params, signal) =>
    responseBody(api().GET("/member/{member_id}/consent", { params, signal })),
  );

/** Agrees to it: `POST /member/{id}/consent`. An error where a newer one holds by now: then that one is fetched. */
export function useAgree() {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMemberMutation(
    (params, body: Agreement) =>
      responseBody(api().POST("/member/{member_id}/consent", { params, body })),
    {
      onSuccess: (consent) => client.setQueryData(keys.consent(memberId), consent),
      onError: () => client.invalidateQueries({ queryKey: keys.consent(memberId) }),
    },
  );
}

/**
 * Fetches everything the API holds about a member, as a file: JSON (`GET /member/{id}/export`), or a ZIP with one CSV a
 * table (`GET /member/{id}/export/csv`).
 */
export const useExportMember = () =>
  useMutation({
    mutationFn: async ({ memberId, format }: { memberId: number; format: "json" | "csv" }) => {
      const params = paramsOf(memberId);
      if (format === "csv") {
        const options = { params, parseAs: "blob" } as const;
        return responseBody(api().GET("/member/{member_id}/export/csv", options));
      }
      const all = await responseBody(api().GET("/member/{member_id}/export", { params }));
      return new Blob([JSON.stringify(all, null, 2)], { type: "application/json" });
    },
  });

/** Requests the code that ends a membership, and is good for nothing else: `POST /member/{id}/erasure/otp`. */
export const useRequestErasureCode = () =>
  useMutation({
    mutationFn: async (member: Member) => {
      const { requestId, ...sent } = await responseBody(
        api().POST("/member/{member_id}/erasure/otp", {
          params: paramsOf(member.id),
          headers: requestIdHeaders("erasure", member),
        }),
      );
      setRequestId("erasure", member, requestId);
      return sent;
    },
  });

/**
 * Ends a membership for good: `DELETE /member/{id}`. Points and open vouchers go with it, and every session has ended when
 * it is answered; `session.end()` then clears this browser. A wrong code is a 422 `invalid_code`.
 */
export const useEraseMember = () =>
  useMutation({
    mutationFn: ({ member, otpCode }: { member: Member; otpCode: string }) =>
      responseBody(
        api().DELETE("/member/{member_id}", {
          params: paramsOf(member.id),
          headers: requestIdHeaders("erasure", member),
          body: { otpCode },
        }),
      ),
  });
