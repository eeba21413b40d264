import { expect, test } from "vitest";

import cases from "../../cases/rewards.json";
import {
  affordableFirst,
  availabilityOf,
  nextBestReward,
  rewardBadges,
  rewardButton,
  whyNotClaimable,
  type Claimant,
  type Offer,
} from "./rewards.ts";
import { voucherStatus, whyNotPresentable, type VoucherLife } from "./vouchers.ts";

// The moment both languages read a row at that names none.
const NOW = "2026-03-14T04:00:00Z";

test.each(cases.claimable)("$why", (row) => {
  const { offer, claimant, reason } = row as typeof row & { offer: Offer; claimant: Claimant };
  const now = new Date("now" in row && row.now ? row.now : NOW);

  expect(whyNotClaimable(offer, claimant, now)).toBe(reason);
});

test.each(cases.vouchers)("$why", (row) => {
  const voucher = { expiresAt: "2026-04-01T00:00:00Z", ...row.voucher } as VoucherLife;
  const outletId = "outletId" in row ? row.outletId! : 1;

  expect(voucherStatus(voucher, new Date(NOW))).toBe(row.status);
  expect(whyNotPresentable(voucher, outletId, new Date(NOW))).toBe(row.presentable);
});

test("a voucher that is not good at every outlet is still good somewhere", () => {
  const voucher = { expiresAt: "2026-04-01T00:00:00Z", outletIds: [2, 7] };

  expect(whyNotPresentable(voucher, null, new Date(NOW))).toBeNull();
});

test.each([
  [500, 500, false, "available"],
  [500, 499, false, "insufficient"],
  [0, 0, false, "available"],
  [500, 0, true, "pending"],
] as const)("%i points of %i, pending %s: %s", (cost, points, isPending, availability) => {
  expect(availabilityOf(cost, points, isPending)).toBe(availability);
});

test.each([
  [{ ofPoints: true, whyNot: null }, "claim"],
  [{ ofPoints: false, whyNot: null }, "use"],
  [{ ofPoints: true, whyNot: "not_birth_month" }, "notAvailable"],
  [{ ofPoints: false, whyNot: "voucher_expired" }, "notAvailable"],
  [{ ofPoints: false, isLocked: true, whyNot: "tier_locked" }, "locked"],
] as const)("the button of %o says %s", (reward, button) => {
  expect(rewardButton(reward)).toBe(button);
});

const plain = { isRedeemable: false, isClaimable: false, isPending: false, isBirthday: false };

test.each([
  [{ isRedeemable: true, isClaimable: true }, ["claim", "special"]],
  [{ isRedeemable: true, isClaimable: true, isPending: true }, ["pending"]],
  [{ isBirthday: true }, ["birthday"]],
  [{ isBirthday: true, isPending: true }, ["pending"]],
  [{ isBirthday: true, isRedeemable: true, isClaimable: true }, ["claim", "birthday"]],
  [{ isClaimable: true }, ["special"]],
  [{}, []],
] as const)("the badges of %o are %o", (reward, badges) => {
  expect(rewardBadges({ ...plain, ...reward })).toEqual(badges);
});

const catalogue = [900, 500, 700, 600].map((pointToRedeem) => ({ pointToRedeem }));

test("what can be had stands first, then what is nearest", () => {
  expect(affordableFirst(catalogue, 700).map((one) => one.pointToRedeem)).toEqual([
    500, 700, 600, 900,
  ]);
});

test("what points do not buy now stands last", () => {
  const gift = { pointToRedeem: 0, isClaimable: false };

  expect(affordableFirst([gift, ...catalogue], 500).at(-1)).toBe(gift);
});

test("the next reward is the nearest that is still too dear", () => {
  expect(nextBestReward(catalogue, 640)).toEqual({ reward: { pointToRedeem: 700 }, missing: 60 });
  expect(nextBestReward(catalogue, 900)).toBeNull();
  expect(nextBestReward([], 0)).toBeNull();
});
