import createClient, { type Middleware } from "openapi-fetch";

import { errorFromResponse, networkError } from "./errors.ts";
import type { paths } from "./generated/schema.d.ts";
import { randomHex } from "./hex.ts";
import { proofOfWork } from "./proof-of-work.ts";
import { tokenStore } from "./session/token-store.ts";

/** Where the API is and how to reach it; the apps set `base`, tests also the rest. */
const defaults = {
  /** Prefix of every path, same origin (`/api`) or absolute. */
  base: "/api",
  // Looked up at every call, so that a test may replace the global one.
  fetch: (request: Request) => globalThis.fetch(request),
  /** The session token to send, or null. */
  token: () => tokenStore.token.read(),
};

type ApiSettings = typeof defaults;

/** The contract's paths, without the prefix that `base` already carries. */
type Paths = { [P in keyof paths as P extends `/api${infer Rest}` ? Rest : P]: paths[P] };

let settings = defaults;
let client: ReturnType<typeof createClient<Paths>> | null = null;
let renewToken: (refused: string) => Promise<string | null> = async () => null;

/** Changes where the API is. Call it once, before the first call. */
export function configureApi(changes: Partial<ApiSettings>): void {
  settings = { ...defaults, ...changes };
  client = null;
}

/**
 * Sets what happens when the stored token gets a 401: the session checks itself, and the call is sent once more with
 * the token that is stored then, because any tab may renew the token while a call is under way. Calls with a token of
 * their own (the session's) are left to their caller.
 *
 * @param renew gives the token that is stored now, or null where there is no other
 */
export function onUnauthorized(renew: (refused: string) => Promise<string | null>): void {
  renewToken = renew;
}

/** The typed client: one method a verb, paths and bodies as the contract has them. */
export function api() {
  if (client === null) {
    client = createClient<Paths>({
      baseUrl: absolute(settings.base),
      fetch: settings.fetch,
      // The cookie of known devices, also where the API has a host of its own.
      credentials: "include",
    });
    // The token comes first, so that a call that is sent again carries it too.
    client.use(sessionToken(settings.fetch), proofOfWork(settings.fetch));
  }
  return client;
}

/**
 * The body of a call's response.
 *
 * @throws {ApiError} for every response that is not 2xx, and for none at all
 */
export async function responseBody<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const result = await call.catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (!result.response.ok) throw errorFromResponse(result.response, result.error);
  return result.data as T;
}

/** A new Idempotency-Key: 128 random bits. Make one for each dialog that is opened, and keep it while it is tried again. */
export const newIdempotencyKey = (): string => randomHex(16);

/** A write that spends or grants, safe to send again. */
export interface Idempotent {
  /** The same request with the same key gets the first response again. */
  idempotencyKey: string;
}

export const apiAddress = (path: string): string => `${absolute(settings.base)}${path}`;

/** The address of the published content in a language: `GET /content`. */
export const contentAddress = (language: string): string =>
  apiAddress(`/content?language=${encodeURIComponent(language)}`);

/** The address of the content with every draft published, by the token of a preview's link: `GET /content/preview`. */
export const previewAddress = (language: string, token: string): string =>
  apiAddress(`/content/preview?${new URLSearchParams({ language, token })}`);

/** Both headers of a token, as the contract wants them (spec 000 §6). */
export function tokenHeaders(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}`, "x-user-token": token };
}

interface AuthorizedRequest {
  token: string;
  memberId: number | undefined;
  again: Request;
}

function sessionToken(send: ApiSettings["fetch"]): Middleware {
  const authorized = new WeakMap<Request, AuthorizedRequest>();
  return {
    onRequest({ request }) {
      const token = settings.token();
      if (token === null || request.headers.has("Authorization")) return;
      authorized.set(request, {
        token,
        memberId: tokenStore.user.read()?.id,
        again: request.clone(),
      });
      setToken(request, token);
    },
    async onResponse({ request, response }) {
      if (!mayBeCached(response)) syncServerClock(response.headers.get("Date"));
      const refused = authorized.get(request);
      if (response.status !== 401 || refused === undefined) return undefined;
      const token = await renewToken(refused.token);
      // Another member may have signed in meanwhile: this request is not theirs.
      if (token === null || tokenStore.user.read()?.id !== refused.memberId) return undefined;
      setToken(refused.again, token);
      return send(refused.again);
    },
  };
}

/** An answer out of a cache has the `Date` at which it was made. */
const mayBeCached = ({ headers }: Response) =>
  headers.has("Age") || /max-age=[1-9]/.test(headers.get("Cache-Control") ?? "");

function setToken(request: Request, token: string) {
  for (const [name, value] of Object.entries(tokenHeaders(token))) request.headers.set(name, value);
}

// A Request outside the browser (tests) takes no relative address.
function absolute(base: string): string {
  return typeof location === "undefined" ? base : new URL(base, location.origin).href;
}

/**
 * The server's clock. What runs out at the counter runs out by it: a phone that is minutes wrong must not show a
 * member a time that the till does not know. The `Date` header of every answer that no cache keeps sets it, to a second.
 */
let aheadMs = 0;

/** Takes the time of an answer; anything that is no date changes nothing. */
export function syncServerClock(date: string | null, receivedAt = Date.now()): void {
  const time = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(time)) aheadMs = time - receivedAt;
}

/** The moment it is for the server; this device's own until an answer came. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** `transactionSourceId` of a tier's reward, whose pictures are kept apart (spec 000 §7). */
export const FROM_TIER = 7;

/** The address of a reward's picture: `GET /content/{imageName}`, or `/content-membership/{imageName}`. */
export function pictureAddress(imageName: string, transactionSourceId?: number): string {
  const folder = transactionSourceId === FROM_TIER ? "content-membership" : "content";
  return apiAddress(`/${folder}/${encodeURIComponent(imageName)}`);
}
