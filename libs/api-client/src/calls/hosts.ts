import { api, responseBody } from "../http.ts";
import { requestIdHeaders } from "../session/code-requests.ts";
import type { Host, HostStart, Member } from "../wire.ts";
import { chosenLanguageHeaders } from "./sign-in.ts";

/** Begins to sign in by a super-app; the browser then goes to `address`: `POST /host/{name}/start`. */
export const startAtHost = (name: string, signal?: AbortSignal): Promise<HostStart> =>
  responseBody(api().POST("/host/{name}/start", { params: { path: { name } }, signal }));

/**
 * Signs in by the code that a super-app gave: `POST /host/{name}/session`. A 404 `host_not_linked` holds a
 * `linkTicket` for `linkHost`.
 *
 * @param chosenLanguage what was chosen in this browser before, if anything was
 * @returns a ticket of the handoff, to present once
 */
export async function signInAtHost(
  name: string,
  back: { code: string; state: string },
  chosenLanguage: string | null,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await responseBody(
    api().POST("/host/{name}/session", {
      params: { path: { name } },
      headers: chosenLanguageHeaders(chosenLanguage),
      body: back,
      signal,
    }),
  );
  return answer.handoffToken;
}

/** The super-apps that are set up, and which of them sign the member in: `GET /member/{id}/host`. */
export const getHosts = async (id: number, signal?: AbortSignal): Promise<Host[]> =>
  (
    await responseBody(
      api().GET("/member/{member_id}/host", { params: { path: { member_id: id } }, signal }),
    )
  ).hostList;

/**
 * Links an account at a super-app to the member who agrees to it: `POST /member/{id}/host/{name}`. A 409
 * `proof_needed` wants the code of `requestSignInCode` for the member's number.
 */
export const linkHost = (
  member: Member,
  name: string,
  linkTicket: string,
  otpCode: string | undefined,
): Promise<Host> =>
  responseBody(
    api().POST("/member/{member_id}/host/{name}", {
      params: { path: { member_id: member.id, name } },
      headers: requestIdHeaders("sign-in", member),
      body: { linkTicket, agreed: true, ...(otpCode === undefined ? {} : { otpCode }) },
    }),
  );

/** Unlinks an account at a super-app: `DELETE /member/{id}/host/{name}`. */
export async function unlinkHost(memberId: number, name: string): Promise<void> {
  await responseBody(
    api().DELETE("/member/{member_id}/host/{name}", {
      params: { path: { member_id: memberId, name } },
    }),
  );
}
