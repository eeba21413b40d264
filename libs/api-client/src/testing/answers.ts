import { HttpResponse, type HttpHandler } from "msw";

import type { Member } from "../wire.ts";
import type { SentCode, World } from "./world.ts";

/** A refusal as the API words it. */
export interface Refused {
  message?: string;
  code?: string;
  [detail: string]: unknown;
}

/** The state that the handlers share. */
export interface FakeApi {
  handlers: HttpHandler[];
  world: World;
  /** Every one-time code sent, the newest last. */
  sent: SentCode[];
  /** Every request that arrived, as `GET /api/member/1`, the newest last. */
  requests: string[];
  /** Makes the next answer to a call (`GET /member/:id`) this refusal; status 0 breaks the connection. */
  failNext(call: string, status: number, body?: Refused): void;
  /** A session token for a member, as a sign-in gives it. */
  issueToken(member: Member): string;
  /** A handoff ticket for a member: good for one session check. */
  issueTicket(member: Member): string;
}

export type Verb = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type Info = { request: Request; params: Record<string, string | readonly string[] | undefined> };

/** Makes one handler of `METHOD /path`. */
export type Answer = (
  call: `${Verb} ${string}`,
  work: (info: Info) => Response | Promise<Response>,
) => HttpHandler;

/** An error answer. */
export function refuse(status: number, body: Refused): Response {
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

/** What a dead or missing session is told. */
export const notSignedIn = () => refuse(401, { message: "Please sign in.", code: "not_signed_in" });

/** Lets only the member herself at `/member/:id…`. */
export const ownMember =
  (api: FakeApi) =>
  (work: (member: Member, request: Request) => Response | Promise<Response>) =>
  ({ request, params }: Info): Response | Promise<Response> => {
    const caller = callerOf(api, request);
    if (caller === null) return notSignedIn();
    if (String(caller.id) !== params["id"]) {
      return refuse(403, { message: "This is not yours.", code: "not_yours" });
    }
    return work(caller, request);
  };
