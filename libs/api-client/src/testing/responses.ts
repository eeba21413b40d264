import { HttpResponse, type HttpHandler } from "msw";

import type { Member } from "../wire.ts";
import type { SentCode, World } from "./world.ts";

export interface ErrorBody {
  message?: string;
  code?: string;
  [detail: string]: unknown;
}

export interface FakeApi {
  handlers: HttpHandler[];
  world: World;
  sent: SentCode[];
  /** Every request that arrived, as `GET /api/member/1`, the newest last. */
  requests: string[];
  /** Makes the next response to a call (`GET /member/:id`) this error; status 0 breaks the connection. */
  failNext(call: string, status: number, body?: ErrorBody): void;
  issueToken(member: Member): string;
  issueTicket(member: Member): string;
}

export type Verb = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type Info = { request: Request; params: Record<string, string | readonly string[] | undefined> };

/** Makes one handler of `METHOD /path`. */
export type Handle = (
  call: `${Verb} ${string}`,
  work: (info: Info) => Response | Promise<Response>,
) => HttpHandler;

export function errorResponse(status: number, body: ErrorBody): Response {
  return HttpResponse.json({ code: "refused", requestId: "fake", ...body }, { status });
}

/** Whom a request's token belongs to, or null. */
export function callerOf(api: FakeApi, request: Request): Member | null {
  const token = bearer(request);
  const held = api.world.tokens.get(token);
  if (held?.kind !== "session") return null;
  return api.world.members.find(({ id }) => id === held.memberId) ?? null;
}

/** The token of a request; empty without one. */
export function bearer(request: Request): string {
  return request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "";
}

/** The response without a session. */
export const notSignedIn = () =>
  errorResponse(401, { message: "Please sign in.", code: "not_signed_in" });

/** Only the member themselves may use `/member/:id…`. */
export const ownMember =
  (api: FakeApi) =>
  (work: (member: Member, request: Request) => Response | Promise<Response>) =>
  ({ request, params }: Info): Response | Promise<Response> => {
    const caller = callerOf(api, request);
    if (caller === null) return notSignedIn();
    if (String(caller.id) !== params["id"]) {
      return errorResponse(403, { message: "This is not yours.", code: "not_yours" });
    }
    return work(caller, request);
  };

/** The life of a code in ms (spec 000 §9). */
const CODE_LIFETIME_MS = 120_000;

export interface Phone {
  callingCodeId: number;
  mobileNumber: string;
}

/** "Sends" a code and responds as the API does. */
export function sendCode(
  api: FakeApi,
  purpose: SentCode["purpose"],
  { callingCodeId, mobileNumber }: Phone,
): Response {
  const code = String(111_111 + api.sent.length);
  api.sent.push({ purpose, callingCodeId, mobileNumber, code });
  const expiredAt = new Date(Date.now() + CODE_LIFETIME_MS).toISOString();
  const message = "OTP sent successfully! Please check your phone.";
  return HttpResponse.json({ message, expiredAt, requestId: `exchange-${api.sent.length}` });
}

/** Whether a code was sent to this number for this purpose. */
export const isRightCode = (
  api: FakeApi,
  purpose: SentCode["purpose"],
  phone: Phone,
  code: string,
): boolean =>
  api.sent.some((sent) => sent.purpose === purpose && isSame(sent, phone) && sent.code === code);

/** Whether two numbers are one. */
export const isSame = (one: Phone, other: Phone): boolean =>
  one.callingCodeId === other.callingCodeId && one.mobileNumber === other.mobileNumber;

export const wrongCode = (): Response =>
  errorResponse(422, {
    message: "Invalid verification code. Please try again.",
    code: "invalid_code",
  });
