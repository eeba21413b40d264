import { HttpResponse, type HttpHandler } from "msw";

import { malaysianDate } from "../rules/calendar.ts";
import { ACTION } from "../rules/points.ts";
import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import type { Agreement, ApplicationBody, Consent, FeedbackBody, Preferences } from "../wire.ts";
import {
  callerOf,
  isRightCode,
  notSignedIn,
  ownMember,
  errorResponse,
  sendCode,
  wrongCode,
  type Handle,
  type FakeApi,
} from "./responses.ts";
import type { World } from "./world.ts";

/** A member's own record, points, history and preferences. */
export function memberHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;

  const own = ownMember(api);

  return [
    handle(
      "GET /member/:id",
      own((member) => HttpResponse.json(member)),
    ),

    handle(
      "PATCH /member/:id",
      own(async (member, request) => {
        Object.assign(member, await request.json());
        return HttpResponse.json(member);
      }),
    ),

    handle(
      "PATCH /member/:id/referrer",
      own(async (member, request) => {
        const { ReferralCode } = (await request.json()) as { ReferralCode: string };
        const referrer = world.members.find(({ referralCode }) => referralCode === ReferralCode);
        if (!referrer) {
          return errorResponse(404, {
            message: "This referral code does not exist.",
            code: "not_found",
          });
        }
        if (referrer.id === member.id || member.referrerId !== null) {
          return errorResponse(409, {
            message: "This referral code cannot be used.",
            code: "conflict",
          });
        }
        member.referrerId = referrer.id;
        return HttpResponse.json({ message: "Referral code submitted successfully!" });
      }),
    ),

    handle("GET /referralCode/:code", ({ params }) => {
      const referrer = world.members.find(({ referralCode }) => referralCode === params.code);
      if (!referrer) return errorResponse(404, { code: "not_found" });
      return HttpResponse.json({ firstName: referrer.name.split(" ")[0] });
    }),

    handle(
      "GET /member/:id/currentMembershipPoint",
      own((member) =>
        HttpResponse.json({
          currentMemberMembershipPoint: member.currentMemberMembershipPoint,
          keepTierBy: world.keepTierBy[member.id] ?? null,
        }),
      ),
    ),

    handle("GET /memberEarn", ({ request }) => {
      const caller = callerOf(api, request);
      if (caller === null) return notSignedIn();
      const limit = Number(new URL(request.url).searchParams.get("limit") ?? 100);
      return HttpResponse.json({ memberEarnList: (world.bills[caller.id] ?? []).slice(0, limit) });
    }),

    handle(
      "GET /member/:id/latestBill",
      own((member, request) => {
        const [bill = null] = world.bills[member.id] ?? [];
        const ETag = `"${member.memberPointAmount}.${bill?.id}.${bill?.statusId}"`;
        if (request.headers.get("If-None-Match") === ETag) {
          return new HttpResponse(null, { status: 304 });
        }
        const latest = { memberEarn: bill, memberPointAmount: member.memberPointAmount };
        return HttpResponse.json(latest, { headers: { ETag } });
      }),
    ),

    handle(
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

    handle(
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

    handle(
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

    handle(
      "GET /member/:id/preferences",
      own(({ id }) => HttpResponse.json({ ...DEFAULT_PREFERENCES, ...world.preferences[id] })),
    ),

    handle(
      "PUT /member/:id/preferences",
      own(async ({ id }, request) => {
        const sections = (await request.json()) as Partial<Preferences>;
        world.preferences[id] = { ...world.preferences[id], ...sections };
        return HttpResponse.json({ ...DEFAULT_PREFERENCES, ...world.preferences[id] });
      }),
    ),
  ];
}

// What ends every ZIP, and all there is of one without a file.
const EMPTY_ZIP = new Uint8Array([80, 75, 5, 6, ...Array<number>(18).fill(0)]);

export function personalDataHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;
  const own = ownMember(api);

  return [
    handle(
      "GET /member/:id/consent",
      own(({ id }) => HttpResponse.json(consentOf(world, id))),
    ),

    handle(
      "POST /member/:id/consent",
      own(async ({ id }, request) => {
        const { noticeVersion, language } = (await request.json()) as Agreement;
        if (noticeVersion !== world.noticeVersion) {
          const message = "There is a newer version. Please read it first.";
          return errorResponse(422, {
            message,
            code: "invalid",
            errors: { noticeVersion: [message] },
          });
        }
        world.consents[id] = { version: noticeVersion, language, at: new Date().toISOString() };
        return HttpResponse.json(consentOf(world, id));
      }),
    ),

    handle(
      "GET /member/:id/export",
      own((member) =>
        HttpResponse.json({
          exportedAt: new Date().toISOString(),
          member,
          records: { members: [member], ledgerEntries: world.activities[member.id] ?? [] },
        }),
      ),
    ),

    handle(
      "GET /member/:id/export/csv",
      own(() => new HttpResponse(EMPTY_ZIP, { headers: { "Content-Type": "application/zip" } })),
    ),

    handle(
      "POST /member/:id/erasure/otp",
      own((member) => sendCode(api, "erasure", member)),
    ),

    handle(
      "DELETE /member/:id",
      own(async (member, request) => {
        const { otpCode } = (await request.json()) as { otpCode: string };
        if (!isRightCode(api, "erasure", member, otpCode)) return wrongCode();
        world.members = world.members.filter(({ id }) => id !== member.id);
        for (const [token, { memberId }] of world.tokens) {
          if (memberId === member.id) world.tokens.delete(token);
        }
        return new HttpResponse(null, { status: 204 });
      }),
    ),
  ];
}

/** Members agreed to the first version when they joined. */
function consentOf({ noticeVersion, consents }: World, id: number): Consent {
  const agreed = consents[id] ?? { version: "1", language: "en", at: "2026-01-10T04:00:00Z" };
  return {
    noticeVersion,
    isAgreed: agreed.version === noticeVersion,
    agreedVersion: agreed.version,
    language: agreed.language,
    agreedAt: agreed.at,
  };
}

export function publicHandlers({ world }: FakeApi, handle: Handle): HttpHandler[] {
  return [
    handle("GET /callingCode", () => HttpResponse.json(world.callingCodes)),

    handle("GET /wallet", () => HttpResponse.json({ walletList: world.wallets })),

    handle("GET /outlet", ({ request }) => {
      const statusId = new URL(request.url).searchParams.get("statusId");
      const outletList = world.outlets.filter(
        (outlet) => statusId === null || String(outlet.statusId) === statusId,
      );
      return HttpResponse.json({ outletList });
    }),

    // What the app was built with.
    handle("GET /content", () => new HttpResponse(null, { status: 304 })),
    handle("GET /membership", () => HttpResponse.json({ membershipList: world.tiers })),
  ];
}

export function enquiryHandlers({ world }: FakeApi, handle: Handle): HttpHandler[] {
  return [
    handle("POST /email/career", async ({ request }) => {
      world.applications.push((await request.json()) as ApplicationBody);
      return HttpResponse.json({
        message:
          "Application submitted successfully! HR will review your application and contact you soon.",
      });
    }),

    handle("POST /email/feedback", async ({ request }) => {
      world.feedback.push((await request.json()) as FeedbackBody);
      return HttpResponse.json({
        message: "Thank you for your feedback! We will get back to you soon.",
      });
    }),
  ];
}
