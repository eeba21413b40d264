import { responseBody, api, tokenHeaders } from "../http.ts";
import { asMember } from "../rules/records.ts";
import type { Member } from "../wire.ts";

/** Somebody is signed in: who, the token to keep, and whether it is their first time. */
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
export const checkSession = (token: string, signal?: AbortSignal): Promise<CheckedSession> =>
  check(token, {}, signal);

/** The same, and requests a handoff ticket (docs/handoff.md A3). */
export const mintHandoff = (token: string, signal?: AbortSignal): Promise<CheckedSession> =>
  check(token, { "x-handoff": "mint" }, signal);

/** Presents a token that came in the address (docs/handoff.md A4 to A9). A plain session token is welcome too. */
export function presentHandoff(token: string, how: Presentation): Promise<CheckedSession> {
  const headers: Record<string, string> = { "x-handoff": how.nonce };
  if (how.current !== null) headers["x-handoff-current"] = how.current;
  if (how.confirm) headers["x-handoff-confirm"] = "1";
  return check(token, headers, how.signal);
}

/** Ends a session: `POST /member/logout`. The request outlives the page that sends it. */
export async function signOut(token: string, signal?: AbortSignal): Promise<void> {
  await responseBody(
    api().POST("/member/logout", { headers: tokenHeaders(token), keepalive: true, signal }),
  );
}

/** The spellings a sign-in response may have: `user` or the record itself, three names for the token (spec 000 §7). */
interface LooseSignIn {
  user?: Partial<Member>;
  id?: number;
  loginToken?: string;
  token?: string;
  authToken?: string;
  isFirstLogin?: boolean;
  handoffToken?: string;
}

/** A sign-in or registration answer in one shape. */
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
