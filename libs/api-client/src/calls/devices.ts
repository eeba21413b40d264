import { api, responseBody } from "../http.ts";
import { newPasskey, usedPasskey } from "../passkeys.ts";
import { requestIdHeaders } from "../session/code-requests.ts";
import type { Device, Member, Passkey } from "../wire.ts";
import { signedIn, type SignedIn } from "./session.ts";
import { chosenLanguageHeaders } from "./sign-in.ts";

/** Where the member is signed in, this device first: `GET /member/session`. */
export const getDevices = async (signal?: AbortSignal): Promise<Device[]> =>
  (await responseBody(api().GET("/member/session", { signal }))).deviceList;

/** Signs one device out, in both apps, at once: `POST /member/session/{id}/end`. */
export async function endDevice(id: number): Promise<void> {
  await responseBody(
    api().POST("/member/session/{device_id}/end", { params: { path: { device_id: id } } }),
  );
}

/** Signs out everywhere but here: `POST /member/session/end-others`. */
export async function endOtherDevices(): Promise<void> {
  await responseBody(api().POST("/member/session/end-others"));
}

/**
 * Signs in by a passkey, which the member chooses in a dialog of the browser: `POST /member/login/passkey`. Give the
 * answer to `session.begin`.
 *
 * @param chosenLanguage what was chosen in this browser before, if anything was
 * @returns null when the member closed that dialog
 */
export async function signInByPasskey(chosenLanguage: string | null): Promise<SignedIn | null> {
  const options = await responseBody(api().POST("/member/login/passkey/options"));
  const credential = await usedPasskey(options);
  if (credential === null) return null;
  const answer = await responseBody(
    api().POST("/member/login/passkey", {
      headers: chosenLanguageHeaders(chosenLanguage),
      body: { credential },
    }),
  );
  return signedIn(answer);
}

/** A member's passkeys, the newest first: `GET /member/{id}/passkey`. */
export const getPasskeys = async (id: number, signal?: AbortSignal): Promise<Passkey[]> =>
  (
    await responseBody(
      api().GET("/member/{member_id}/passkey", { params: { path: { member_id: id } }, signal }),
    )
  ).passkeyList;

/**
 * Adds a passkey, which the browser makes: `POST /member/{id}/passkey`. A 409 `proof_needed` wants the code of
 * `requestSignInCode` for the member's number.
 *
 * @returns null when the member closed the browser's dialog
 */
export async function addPasskey(
  member: Member,
  otpCode: string | undefined,
): Promise<Passkey | null> {
  const params = { path: { member_id: member.id } };
  const options = await responseBody(
    api().POST("/member/{member_id}/passkey/options", {
      params,
      headers: requestIdHeaders("sign-in", member),
      body: otpCode === undefined ? {} : { otpCode },
    }),
  );
  const credential = await newPasskey(options);
  if (credential === null) return null;
  return responseBody(
    api().POST("/member/{member_id}/passkey", {
      params,
      body: { credential },
    }),
  );
}

/** Removes a passkey: `DELETE /member/{id}/passkey/{passkeyId}`. */
export async function removePasskey(memberId: number, passkeyId: number): Promise<void> {
  await responseBody(
    api().DELETE("/member/{member_id}/passkey/{passkey_id}", {
      params: { path: { member_id: memberId, passkey_id: passkeyId } },
    }),
  );
}
