import { responseBody, api } from "../http.ts";
import { asMember } from "../rules/records.ts";
import { noteRequestId, requestIdHeaders } from "../session/code-requests.ts";
import type {
  Agreement,
  Consent,
  Member,
  MemberChangesBody,
  MemberExport,
  Preferences,
  Referee,
} from "../wire.ts";
import type { CodeSent } from "./sign-in.ts";

/**
 * What a member may change. `mobileNumber` must be the stored one; dateOfBirth, raceId and outletId may be set once.
 * The server knows which gender and race ids there are.
 */
export type MemberChanges = Omit<MemberChangesBody, "id" | "genderId" | "raceId"> & {
  genderId?: number;
  raceId?: number;
};

/** A member's own record: `GET /member/{id}`. */
export const getMember = async (id: number, signal?: AbortSignal): Promise<Member> =>
  asMember(
    await responseBody(
      api().GET("/member/{member_id}", { params: { path: { member_id: id } }, signal }),
    ),
  );

/** Changes a member's own record: `PATCH /member/{id}`. */
export const updateMember = async (id: number, changes: MemberChanges): Promise<Member> =>
  asMember(
    await responseBody(
      api().PATCH("/member/{member_id}", {
        params: { path: { member_id: id } },
        body: { id, ...changes } as MemberChangesBody,
      }),
    ),
  );

/** Saves who invited a member, once: `PATCH /member/{id}/referrer`. */
export const setReferrer = (
  id: number,
  { referralCode }: { referralCode: string },
): Promise<{ message: string }> =>
  responseBody(
    api().PATCH("/member/{member_id}/referrer", {
      params: { path: { member_id: id } },
      body: { ReferralCode: referralCode },
    }),
  );

/** The friends a member invited, masked: `GET /member/{id}/memberreferee`. */
export const getReferees = async (id: number, signal?: AbortSignal): Promise<Referee[]> =>
  (
    await responseBody(
      api().GET("/member/{member_id}/memberreferee", {
        params: { path: { member_id: id } },
        signal,
      }),
    )
  ).memberRefereeList;

/** What a member prefers, with the default of what they never chose: `GET /member/{id}/preferences`. */
export const getPreferences = (id: number, signal?: AbortSignal): Promise<Preferences> =>
  responseBody(
    api().GET("/member/{member_id}/preferences", { params: { path: { member_id: id } }, signal }),
  );

/**
 * Saves sections of what a member prefers, each whole, and gives everything that holds then:
 * `PUT /member/{id}/preferences`. A section that is left out stays as it is.
 */
export const savePreferences = (id: number, sections: Partial<Preferences>): Promise<Preferences> =>
  responseBody(
    api().PUT("/member/{member_id}/preferences", {
      params: { path: { member_id: id } },
      body: sections,
    }),
  );

/** Whether a member has agreed to the notice that holds now: `GET /member/{id}/consent`. */
export const getConsent = (id: number, signal?: AbortSignal): Promise<Consent> =>
  responseBody(
    api().GET("/member/{member_id}/consent", { params: { path: { member_id: id } }, signal }),
  );

/** Agrees to the notice that holds now, once it has been read: `POST /member/{id}/consent`. */
export const giveConsent = (id: number, agreement: Agreement): Promise<Consent> =>
  responseBody(
    api().POST("/member/{member_id}/consent", {
      params: { path: { member_id: id } },
      body: agreement,
    }),
  );

/** Everything the API holds about a member: `GET /member/{id}/export`. */
export const exportMember = (id: number, signal?: AbortSignal): Promise<MemberExport> =>
  responseBody(
    api().GET("/member/{member_id}/export", { params: { path: { member_id: id } }, signal }),
  );

/** The same for spreadsheets, a ZIP with one CSV a table: `GET /member/{id}/export/csv`. */
export const exportMemberAsCsv = (id: number): Promise<Blob> =>
  responseBody(
    api().GET("/member/{member_id}/export/csv", {
      params: { path: { member_id: id } },
      parseAs: "blob",
    }),
  );

/** Asks for the code that ends a membership, and is good for nothing else: `POST /member/{id}/erasure/otp`. */
export async function requestErasureCode(member: Member): Promise<CodeSent> {
  const sent = await responseBody(
    api().POST("/member/{member_id}/erasure/otp", {
      params: { path: { member_id: member.id } },
      headers: requestIdHeaders("erasure", member),
    }),
  );
  noteRequestId("erasure", member, sent.requestId);
  return { message: sent.message, expiredAt: sent.expiredAt };
}

/**
 * Ends a membership for good: `DELETE /member/{id}`. Points and open vouchers go with it, and every session has
 * ended when it is answered; `session.end()` then clears this browser. A wrong code is a 422 `invalid_code`.
 */
export async function eraseMember(member: Member, { otpCode }: { otpCode: string }): Promise<void> {
  await responseBody(
    api().DELETE("/member/{member_id}", {
      params: { path: { member_id: member.id } },
      headers: requestIdHeaders("erasure", member),
      body: { otpCode },
    }),
  );
}
