import { answerOf, api } from "../http.ts";
import { asMember } from "../rules/members.ts";
import type { Member, MemberChangesBody, Referee } from "../wire.ts";

/**
 * What a member may change. `mobileNumber` must be the stored one; dateOfBirth, raceId and outletId may be set once.
 * Which gender and race ids there are, the server says.
 */
export type MemberChanges = Omit<MemberChangesBody, "id" | "genderId" | "raceId"> & {
  genderId?: number;
  raceId?: number;
};

/** A member's own record: `GET /member/{id}`. */
export const getMember = async (id: number, signal?: AbortSignal): Promise<Member> =>
  asMember(
    await answerOf(
      api().GET("/member/{member_id}", { params: { path: { member_id: id } }, signal }),
    ),
  );

/** Changes a member's own record: `PATCH /member/{id}`. */
export const updateMember = async (id: number, changes: MemberChanges): Promise<Member> =>
  asMember(
    await answerOf(
      api().PATCH("/member/{member_id}", {
        params: { path: { member_id: id } },
        body: { id, ...changes } as MemberChangesBody,
      }),
    ),
  );

/** Says who invited a member, once: `PATCH /member/{id}/referrer`. */
export const setReferrer = (
  id: number,
  { referralCode }: { referralCode: string },
): Promise<{ message: string }> =>
  answerOf(
    api().PATCH("/member/{member_id}/referrer", {
      params: { path: { member_id: id } },
      body: { ReferralCode: referralCode },
    }),
  );

/** The friends a member invited, masked: `GET /member/{id}/memberreferee`. */
export const getReferees = async (id: number, signal?: AbortSignal): Promise<Referee[]> =>
  (
    await answerOf(
      api().GET("/member/{member_id}/memberreferee", {
        params: { path: { member_id: id } },
        signal,
      }),
    )
  ).memberRefereeList;
