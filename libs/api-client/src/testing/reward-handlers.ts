import { HttpResponse, type HttpHandler } from "msw";

import { isBirthMonth } from "../rules/calendar.ts";
import {
  BIRTHDAY_PROMOTION,
  isPresented,
  voucherValidity,
  PRESENTED_FOR_S,
  voucherStatus,
  claimIneligibility,
  presentIneligibility,
} from "../rules/rewards.ts";
import type { Member, Reward, Voucher } from "../wire.ts";
import { callerOf, notSignedIn, errorResponse, type Handle, type FakeApi } from "./responses.ts";
import { aVoucher } from "./world.ts";

const SENTENCES: Record<string, string> = {
  claim_pending: "Your claim is currently being processed. Please wait for confirmation.",
  not_available: "This reward is not available for claiming at the moment.",
  not_birth_month: "This reward is only available during your birth month",
  not_enough_points: "You do not have enough points for this.",
  tier_locked: "This reward is for members of a higher tier.",
};

const conflict = (code: string) =>
  errorResponse(409, { code, message: SENTENCES[code] ?? "This cannot be done now." });
const unknown = () => errorResponse(404, { message: "This does not exist.", code: "not_found" });

/** The catalogue, the tiers' rewards, claims, and a member's vouchers. */
export function rewardHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;
  const responses = new Map<string, object>();

  type Info = Parameters<Parameters<Handle>[1]>[0];
  const own =
    (work: (member: Member, info: Info) => Response | Promise<Response>) => (info: Info) => {
      const caller = callerOf(api, info.request);
      return caller === null ? notSignedIn() : work(caller, info);
    };

  const ofMember = (member: Member) =>
    world.vouchers
      .filter(({ memberId }) => memberId === member.id)
      .map((voucher) => ({
        ...voucher,
        statusId: voucherStatus(voucherValidity(voucher), new Date()),
      }));

  function flagged(reward: Reward, member: Member): Reward {
    const now = new Date();
    const hasPresented = world.vouchers.some(
      (voucher) =>
        voucher.transactionId === reward.id && isPresented(voucherValidity(voucher), now),
    );
    const { memberPointAmount: points, membershipLevel, dateOfBirth } = member;
    const whyNot = claimIneligibility(
      {
        cost: reward.pointToRedeem,
        startsAt: reward.startAt,
        endsAt: reward.endAt,
        forBirthday: reward.promotionTypeId === BIRTHDAY_PROMOTION,
      },
      { points, level: membershipLevel, dateOfBirth, hasPresented },
      now,
    );
    const reason =
      whyNot ?? reward.whyNotClaimable ?? (reward.isClaimable ? null : "not_available");
    return {
      ...reward,
      isClaimPending: hasPresented || reward.isClaimPending,
      isClaimable: reason === null,
      whyNotClaimable: reason,
    };
  }

  const outletsOf = (ids: readonly number[]) =>
    world.outlets
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .map(({ id, name, statusId }) => ({ id, name, statusId }));

  /** The first response to a key, also when it is sent again. */
  async function once(request: Request, work: () => object | Response): Promise<Response> {
    const key = request.headers.get("Idempotency-Key") ?? "";
    const before = responses.get(key);
    if (before) return HttpResponse.json(before, { status: 201 });
    const result = work();
    if (result instanceof Response) return result;
    if (key) responses.set(key, result);
    return HttpResponse.json(result, { status: 201 });
  }

  function claim(member: Member, rewardId: number): object | Response {
    const tierReward = world.tierRewards.find(({ id }) => id === rewardId);
    const reward = world.rewards.find(({ id }) => id === rewardId);
    if (!reward && !tierReward) return unknown();
    if (tierReward?.isLocked) return conflict("tier_locked");
    if (reward) {
      const cost = reward.pointToRedeem;
      if (member.memberPointAmount < cost) return conflict("not_enough_points");
      if (reward.promotionTypeId === BIRTHDAY_PROMOTION) {
        if (!isBirthMonth(member.dateOfBirth, new Date())) return conflict("not_birth_month");
      }
      member.memberPointAmount -= cost;
    }
    if (tierReward) tierReward.isClaimed = true;
    const memberReward: Voucher = aVoucher({
      id: 100 + world.vouchers.length,
      name: reward?.title ?? tierReward!.title,
      code: `NEWCODE${String(world.vouchers.length).padStart(5, "0")}`,
      memberId: member.id,
      transactionId: rewardId,
    });
    world.vouchers.unshift(memberReward);
    const { memberPointAmount } = member;
    return { message: "Reward redeemed successfully!", memberReward, memberPointAmount };
  }

  const shown = new Map<
    number,
    { outletId: number | null; signedCode: string | null; tillName: string | null }
  >();

  function present(
    member: Member,
    voucherId: number,
    outletId: number | null,
    withoutNetwork: boolean,
  ): object | Response {
    const voucher = world.vouchers.find(
      ({ id, memberId }) => id === voucherId && memberId === member.id,
    );
    if (!voucher) return unknown();
    const whyNot = presentIneligibility(voucherValidity(voucher), outletId, new Date());
    const tillName = world.tillWithoutNetwork;
    const isAnew = withoutNetwork && whyNot === "voucher_presented";
    if (whyNot && !isAnew) return conflict(whyNot);
    voucher.presentUntil = new Date(Date.now() + PRESENTED_FOR_S * 1000).toISOString();
    const { id, code, presentUntil, createdAt } = voucher;
    const where = {
      outletId,
      signedCode: withoutNetwork && tillName ? `LV1:${code}` : null,
      tillName,
    };
    shown.set(id, where);
    return {
      message: "Present this code to the cashier to redeem your reward",
      memberRedeem: {
        id,
        amount: 0,
        code,
        createdAt,
        presentUntil,
        ...where,
      },
    };
  }

  return [
    handle(
      "GET /reward",
      own((member) =>
        HttpResponse.json({ rewardList: world.rewards.map((one) => flagged(one, member)) }),
      ),
    ),
    handle(
      "GET /reward/:id",
      own((member, { params }) => {
        const found = world.rewards.find(({ id }) => String(id) === params["id"]);
        if (!found) return unknown();
        const outlets = outletsOf(found.outletIds);
        return HttpResponse.json({ ...flagged(found, member), code: null, outlets });
      }),
    ),
    handle("GET /givenReward", () => HttpResponse.json({ givenRewardList: world.givenRewards })),
    handle(
      "GET /membershipReward",
      own(() => HttpResponse.json({ membershipRewardList: world.tierRewards })),
    ),
    handle(
      "GET /membershipReward/:id",
      own((_, { params }) => {
        const found = world.tierRewards.find(({ id }) => String(id) === params["id"]);
        if (!found) return unknown();
        return HttpResponse.json({ ...found, outletIds: [], outlets: outletsOf([]) });
      }),
    ),
    handle(
      "POST /claim",
      own(async (member, { request }) => {
        const { rewardId } = (await request.clone().json()) as { rewardId: number };
        return once(request, () => claim(member, rewardId));
      }),
    ),
    handle(
      "GET /memberReward",
      own((member, { request }) => {
        const query = new URL(request.url).searchParams;
        const code = (query.get("Code") ?? "").toLowerCase();
        const isValid = query.get("IsValid");
        const start = Number(query.get("offset") ?? 0);
        const found = ofMember(member)
          .filter((one) => one.code.toLowerCase().includes(code))
          .filter((one) => isValid === null || isGood(one) === (isValid === "true"))
          .slice(start, start + Number(query.get("limit") ?? 100));
        return HttpResponse.json({ memberRewardList: found });
      }),
    ),
    handle(
      "GET /memberReward/:id",
      own((member, { params }) => {
        const found = ofMember(member).find(({ id }) => String(id) === params["id"]);
        if (!found) return unknown();
        return HttpResponse.json({
          outletId: null,
          signedCode: null,
          tillName: null,
          ...shown.get(found.id),
          ...found,
          outlets: outletsOf(found.outletIds),
        });
      }),
    ),
    handle(
      "POST /memberRedeem",
      own(async (member, { request }) => {
        const { memberRewardId, outletId, withoutNetwork } = (await request.clone().json()) as {
          memberRewardId: number;
          outletId: number;
          withoutNetwork?: boolean;
        };
        return once(request, () =>
          present(member, memberRewardId, outletId, withoutNetwork === true),
        );
      }),
    ),
  ];
}

/** Whether a voucher can still be used; one that is being shown can. */
const isGood = ({ statusId, usedAt }: Voucher) => statusId === 1 || (statusId === 2 && !usedAt);
