import { ApiError } from "@loyalty/api-client/errors.ts";
import { api, responseBody } from "@loyalty/api-client/http.ts";
import { newPasskey, usedPasskey } from "@loyalty/api-client/passkeys.ts";

import { type Schema, staffBody } from "./requests.ts";

/** Who is signed in, and the operations that their roles open. */
export type Me = Schema<"Me">;
/** A passkey of one's own. */
export type StaffPasskey = Schema<"StaffPasskey">;

/** Who is signed in: `GET /staff/me`; null where nobody is. */
export async function getMe(signal?: AbortSignal): Promise<Me | null> {
  try {
    return await responseBody(api().GET("/staff/me", { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Signs in to the office by a passkey: `POST /staff/login`. Null when the person closed the browser's dialog. */
export async function signIn(): Promise<Me | null> {
  const credential = await usedPasskey(await responseBody(api().POST("/staff/login/options")));
  if (credential === null) return null;
  return responseBody(api().POST("/staff/login", { body: { credential } }));
}

/** Verifies again who is signed in: `POST /staff/verify`. Null when the person closed the browser's dialog. */
export async function verify(): Promise<Me | null> {
  const credential = await usedPasskey(await responseBody(api().POST("/staff/verify/options")));
  if (credential === null) return null;
  return responseBody(api().POST("/staff/verify", { body: { credential } }));
}

/** Signs out: `POST /staff/logout`. */
export async function signOut(): Promise<void> {
  await responseBody(api().POST("/staff/logout"));
}

/** Whom an invitation is for: `POST /staff/invitation/options`. */
export const readInvitation = (token: string, signal?: AbortSignal): Promise<Schema<"Invited">> =>
  responseBody(api().POST("/staff/invitation/options", { body: { token }, signal }));

/**
 * Makes the passkey of an invitation, and signs in: `POST /staff/invitation`. Its options are fetched anew, because their
 * challenge counts for five minutes. Null when the person closed the browser's dialog.
 */
export async function acceptInvitation(token: string): Promise<Me | null> {
  const credential = await newPasskey(await readInvitation(token));
  if (credential === null) return null;
  return responseBody(api().POST("/staff/invitation", { body: { token, credential } }));
}

/** One's own passkeys, the newest first: `GET /staff/passkey`. */
export const getStaffPasskeys = async (signal?: AbortSignal): Promise<StaffPasskey[]> =>
  (await staffBody(() => api().GET("/staff/passkey", { signal }))).passkeyList;

/** Adds a passkey, such as that of a second device: `POST /staff/passkey`. Null when the browser's dialog was closed. */
export async function addStaffPasskey(): Promise<StaffPasskey | null> {
  const credential = await newPasskey(await staffBody(() => api().POST("/staff/passkey/options")));
  if (credential === null) return null;
  return staffBody(() => api().POST("/staff/passkey", { body: { credential } }));
}

/** Removes one of one's own passkeys: `DELETE /staff/passkey/{id}`. */
export async function removeStaffPasskey(id: number): Promise<void> {
  await staffBody(() =>
    api().DELETE("/staff/passkey/{passkey_id}", { params: { path: { passkey_id: id } } }),
  );
}
