import { http, HttpResponse } from "msw";

import type { Member } from "../wire.ts";
import { accessHandlers } from "./access-handlers.ts";
import { refuse, type Answer, type FakeApi, type Refused, type Verb } from "./answers.ts";
import { enquiryHandlers } from "./enquiry-handlers.ts";
import { memberHandlers } from "./member-handlers.ts";
import { personalDataHandlers } from "./personal-data-handlers.ts";
import { publicHandlers } from "./public-handlers.ts";
import { rewardHandlers } from "./reward-handlers.ts";
import { aWorld, type World } from "./world.ts";

/**
 * An API in memory, for tests of whatever stands on the client: give `handlers` to msw's `setupServer`.
 *
 * It keeps the contract's shapes, statuses and codes; the numbers of limits and lives are the real API's.
 */
export function createFakeApi(world: World = aWorld()): FakeApi {
  const failures = new Map<string, { status: number; body: Refused }[]>();
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

  const answer: Answer = (call, work) => {
    const [method, path] = call.split(" ") as [Verb, string];
    return http[method.toLowerCase() as Lowercase<Verb>](`*/api${path}`, async (info) => {
      api.requests.push(`${method} ${new URL(info.request.url).pathname}`);
      const failure = failures.get(call)?.shift();
      if (failure?.status === 0) return HttpResponse.error();
      if (failure) return refuse(failure.status, failure.body);
      return work(info);
    });
  };
  api.handlers = [
    ...accessHandlers(api, answer),
    ...enquiryHandlers(api, answer),
    ...memberHandlers(api, answer),
    ...personalDataHandlers(api, answer),
    ...publicHandlers(api, answer),
    ...rewardHandlers(api, answer),
  ];
  return api;
}
