import { api, responseBody, tokenHeaders } from "../http.ts";
import { asMember } from "../rules/records.ts";
import type { HostStart, Member } from "../wire.ts";

/** The calls of the session and of its handoff, which are made without a screen. */

/** A user is signed in: who, the token to keep, and whether it is their first time. */
export interface SignedIn {
  user: Member;
  loginToken: string;
  isFirstLogin: boolean;
}

/** What a session check gives: `user` is null once the session was handed off literally (docs/handoff.md A13). */
export interface CheckedSession {
  user: Member | null;
  /** The fresh token; null when the server sent none and the old one stays. */
  loginToken: string | null;
  isFirstLogin: boolean;
  /** The ticket, if one was requested and the server mints them (docs/handoff.md A3). */
  handoffToken: string | null;
}

/** How a token from the address is presented (docs/handoff.md A4 to A7). */
export interface Presentation {
  nonce: string;
  /** The token this browser already has. */
  current: string | null;
  /** The member agreed to change who is signed in here. */
  confirm: boolean;
  signal?: AbortSignal;
}

/** Checks a session and renews its token: `GET /member/checksession`. */
export const checkSession = (token: string, signal?: AbortSignal) => check(token, {}, signal);

/** The same, and requests a handoff ticket (docs/handoff.md A3). */
export const mintHandoff = (token: string, signal?: AbortSignal) =>
  check(token, { "x-handoff": "mint" }, signal);

/** Presents a token that came in the address (docs/handoff.md A4 to A9). A plain session token is welcome too. */
export function presentHandoff(token: string, { nonce, current, confirm, signal }: Presentation) {
  const headers = {
    "x-handoff": nonce,
    ...(current !== null && { "x-handoff-current": current }),
    ...(confirm && { "x-handoff-confirm": "1" }),
  };
  return check(token, headers, signal);
}

/** Ends a session: `POST /member/logout`. The request outlives the page that sends it. */
export async function signOut(token: string, signal?: AbortSignal) {
  await responseBody(
    api().POST("/member/logout", { headers: tokenHeaders(token), keepalive: true, signal }),
  );
}

/** Begins to sign in by a super-app; the browser then goes to `address`: `POST /host/{name}/start`. */
export const startAtHost = (name: string, signal?: AbortSignal): Promise<HostStart> =>
  responseBody(api().POST("/host/{name}/start", { params: { path: { name } }, signal }));

/**
 * Signs in by the code that a super-app gave: `POST /host/{name}/session`. A 404 `host_not_linked` holds a
 * `linkTicket` for `useLinkHost`.
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

/** Sends the language chosen in this browser: it becomes the preference of a member who has saved none. */
export const chosenLanguageHeaders = (language: string | null): Record<string, string> =>
  language === null ? {} : { "x-chosen-language": language };

export function signedIn(answer: object): SignedIn {
  const { user, loginToken, isFirstLogin } = readCheck(answer);
  if (user === null || loginToken === null) throw new TypeError("A sign-in without user or token");
  return { user, loginToken, isFirstLogin };
}

async function check(token: string, headers: Record<string, string>, signal?: AbortSignal) {
  const answer = await responseBody(
    api().GET("/member/checksession", {
      headers: { ...tokenHeaders(token), ...headers },
      cache: "no-store",
      signal,
    }),
  );
  return readCheck(answer);
}

/** The spellings a sign-in response may have: `user` or the record itself, three names for the token (spec 000 §7). */
interface LooseSignIn extends Partial<CheckedSession> {
  id?: number;
  token?: string;
  authToken?: string;
}

function readCheck(answer: object): CheckedSession {
  const { user, loginToken, token, authToken, isFirstLogin, handoffToken, ...self }: LooseSignIn =
    answer;
  const record = user ?? (self.id === undefined ? null : self);
  return {
    user: record === null ? null : asMember(record as Member),
    loginToken: loginToken ?? token ?? authToken ?? null,
    isFirstLogin: isFirstLogin ?? false,
    handoffToken: handoffToken ?? null,
  };
}
