import { HttpResponse, type HttpHandler } from "msw";

import { malaysianDate } from "../rules/calendar.ts";
import { ACTION } from "../rules/points.ts";
import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import type { Preferences } from "../wire.ts";
import { callerOf, notSignedIn, ownMember, refuse, type Answer, type FakeApi } from "./answers.ts";

/** A member's own record, points, history and preferences. */
export function memberHandlers(api: FakeApi, answer: Answer): HttpHandler[] {
  const { world } = api;

  const own = ownMember(api);

  return [
    answer(
      "GET /member/:id",
      own((member) => HttpResponse.json(member)),
    ),

    answer(
      "PATCH /member/:id",
      own(async (member, request) => {
        Object.assign(member, await request.json());
        return HttpResponse.json(member);
      }),
    ),

    answer(
      "PATCH /member/:id/referrer",
      own(async (member, request) => {
        const { ReferralCode } = (await request.json()) as { ReferralCode: string };
        const referrer = world.members.find(({ referralCode }) => referralCode === ReferralCode);
        if (!referrer) {
          return refuse(404, { message: "This referral code does not exist.", code: "not_found" });
        }
        if (referrer.id === member.id || member.referrerId !== null) {
          return refuse(409, { message: "This referral code cannot be used.", code: "conflict" });
        }
        member.referrerId = referrer.id;
        return HttpResponse.json({ message: "Referral code submitted successfully!" });
      }),
    ),

    answer(
      "GET /member/:id/currentMembershipPoint",
      own((member) =>
        HttpResponse.json({
          currentMemberMembershipPoint: member.currentMemberMembershipPoint,
          keepTierBy: world.keepTierBy[member.id] ?? null,
        }),
      ),
    ),

    answer("GET /memberEarn", ({ request }) => {
      const caller = callerOf(api, request);
      if (caller === null) return notSignedIn();
      const limit = Number(new URL(request.url).searchParams.get("limit") ?? 100);
      return HttpResponse.json({ memberEarnList: (world.bills[caller.id] ?? []).slice(0, limit) });
    }),

    answer(
      "GET /member/:id/activityHistory",
      own((member, request) => {
        const query = new URL(request.url).searchParams;
        const start = Number(query.get("offset") ?? 0);
        const end = start + Number(query.get("limit") ?? 100);
        const actions = query.getAll("actionId").map(Number);
        const since = Date.parse(query.get("CreatedStartAt") ?? "1970-01-01");
        const activities = (world.activities[member.id] ?? [])
          .filter(({ actionId }) => actions.length === 0 || actions.includes(actionId))
          .filter(({ createdAt }) => Date.parse(createdAt) >= since);
        return HttpResponse.json({ memberActivityHistoryList: activities.slice(start, end) });
      }),
    ),

    answer(
      "GET /member/:id/pointTotals",
      own((member) => {
        const month = malaysianDate().slice(0, 7);
        const sum = (action: number) =>
          (world.activities[member.id] ?? [])
            .filter(({ actionId }) => actionId === action)
            .filter(({ createdAt }) => malaysianDate(new Date(createdAt)).startsWith(month))
            .reduce((total, { points }) => total + points, 0);
        const [earned, used] = [sum(ACTION.earned), sum(ACTION.redeemed)];
        return HttpResponse.json({ month, earned, used });
      }),
    ),

    answer(
      "GET /member/:id/memberreferee",
      own((member) =>
        HttpResponse.json({
          memberRefereeList: world.members
            .filter(({ referrerId }) => referrerId === member.id)
            .map(({ id, name, createdAt }) => ({
              id,
              name,
              email: null,
              fullMobileNumber: "+60 12-***6789",
              createdAt,
              isActive: false,
            })),
        }),
      ),
    ),

    answer(
      "GET /member/:id/preferences",
      own(({ id }) => HttpResponse.json({ ...DEFAULT_PREFERENCES, ...world.preferences[id] })),
    ),

    answer(
      "PUT /member/:id/preferences",
      own(async ({ id }, request) => {
        const sections = (await request.json()) as Partial<Preferences>;
        world.preferences[id] = { ...world.preferences[id], ...sections };
        return HttpResponse.json({ ...DEFAULT_PREFERENCES, ...world.preferences[id] });
      }),
    ),
  ];
}
