import { http, HttpResponse } from "msw";

import { asMember } from "../rules/records.ts";
import { session } from "../session/current.ts";
import type { Member } from "../wire.ts";
import {
  enquiryHandlers,
  memberHandlers,
  personalDataHandlers,
  publicHandlers,
} from "./member-handlers.ts";
import {
  errorResponse,
  type Handle,
  type FakeApi,
  type ErrorBody,
  type Verb,
} from "./responses.ts";
import { messageHandlers } from "./message-handlers.ts";
import { receiptHandlers } from "./receipt-handlers.ts";
import { rewardHandlers } from "./reward-handlers.ts";
import { signInHandlers } from "./sign-in-handlers.ts";
import { aWorld, type World } from "./world.ts";

/**
 * An API in memory, for tests of what uses the client: give `handlers` to msw's `setupServer`.
 *
 * It keeps the contract's shapes, statuses and codes; the numbers of limits and lives are the real API's.
 */
export function createFakeApi(world: World = aWorld()): FakeApi {
  const failures = new Map<string, { status: number; body: ErrorBody }[]>();
  let issued = 0;

  const issue = (member: Member, kind: "session" | "ticket") => {
    const token = `${kind}-${member.id}-${(issued += 1)}`;
    world.tokens.set(token, { memberId: member.id, kind });
    return token;
  };

  const api: FakeApi = {
    handlers: [],
    world,
    sent: [],
    requests: [],
    failNext(call, status, body = {}) {
      failures.set(call, [...(failures.get(call) ?? []), { status, body }]);
    },
    issueToken: (member) => issue(member, "session"),
    issueTicket: (member) => issue(member, "ticket"),
  };

  const handle: Handle = (call, work) => {
    const [method, path] = call.split(" ") as [Verb, string];
    return http[method.toLowerCase() as Lowercase<Verb>](`*/api${path}`, async (info) => {
      api.requests.push(`${method} ${new URL(info.request.url).pathname}`);
      const failure = failures.get(call)?.shift();
      if (failure?.status === 0) return HttpResponse.error();
      if (failure) return errorResponse(failure.status, failure.body);
      return work(info);
    });
  };
  api.handlers = [
    ...signInHandlers(api, handle),
    ...enquiryHandlers(api, handle),
    ...memberHandlers(api, handle),
    ...personalDataHandlers(api, handle),
    ...messageHandlers(api, handle),
    ...publicHandlers(api, handle),
    ...rewardHandlers(api, handle),
    ...receiptHandlers(api, handle),
  ];
  return api;
}

export function signedInAs(api: FakeApi, user: Member): void {
  const isFirstLogin = api.world.firstLogins.has(user.id);
  session.begin({ user: asMember(user), loginToken: api.issueToken(user), isFirstLogin });
}

/** Ends a test: no session, nothing stored, no check due. */
export function forgetSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  session.restore();
}
