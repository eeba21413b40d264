import { answerOf, api } from "../http.ts";
import type { Member, MemberExport } from "../wire.ts";
import type { CodeSent } from "./sign-in.ts";
import { requestIdHeaders, noteRequestId } from "./code-requests.ts";

/** Everything the API holds about a member: `GET /member/{id}/export`. */
export const exportMember = (id: number, signal?: AbortSignal): Promise<MemberExport> =>
  answerOf(
    api().GET("/member/{member_id}/export", { params: { path: { member_id: id } }, signal }),
  );

/** The same for spreadsheets, a ZIP with one CSV a table: `GET /member/{id}/export/csv`. */
export const exportMemberAsCsv = (id: number): Promise<Blob> =>
  answerOf(
    api().GET("/member/{member_id}/export/csv", {
      params: { path: { member_id: id } },
      parseAs: "blob",
    }),
  );

/** Asks for the code that ends a membership, and is good for nothing else: `POST /member/{id}/erasure/otp`. */
export async function requestErasureCode(member: Member): Promise<CodeSent> {
  const sent = await answerOf(
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
  await answerOf(
    api().DELETE("/member/{member_id}", {
      params: { path: { member_id: member.id } },
      headers: requestIdHeaders("erasure", member),
      body: { otpCode },
    }),
  );
}
