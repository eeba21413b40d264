import { REWARD_TYPE } from "../rules/rewards.ts";
import type { GivenReward, Reward, TierReward, Voucher } from "../wire.ts";

const TERMS = "<ul><li>One voucher a bill.</li></ul>";

/** A reward of the catalogue; only what the test says differs from a free milk tea for 500 points. */
export function aReward(differences: Partial<Reward> = {}): Reward {
  return {
    id: 1,
    title: "Classic Thai Milk Tea with Bobas",
    description: "<p>Brewed strong, with chewy bobas.</p>",
    pointToRedeem: 500,
    imageName: null,
    transactionSourceId: 1,
    typeId: REWARD_TYPE.freeGift,
    statusId: 1,
    validPeriod: 30,
    startAt: null,
    endAt: null,
    promotionTypeId: 1,
    IsMemberBirthdayMonth: false,
    isClaimable: true,
    isClaimPending: false,
    whyNotClaimable: null,
    value: "11.90",
    discountValue: "0.00",
    termAndCondition: TERMS,
    memberRedeemableLimit: null,
    outletIds: [],
    ...differences,
  };
}

/** What is given; only what the test says differs from RM 5 for a friend. */
export function aGivenReward(differences: Partial<GivenReward> = {}): GivenReward {
  return {
    id: 11,
    title: "RM 5 referral voucher",
    imageName: null,
    transactionSourceId: 4,
    discountValue: "5.00",
    minSpend: "0.00",
    validPeriod: 60,
    ...differences,
  };
}

/** A reward of a tier; only what the test says differs from Plus's RM 5. */
export function aTierReward(differences: Partial<TierReward> = {}): TierReward {
  return {
    id: 7,
    title: "RM 5 voucher for Plus members",
    description: "<p>Welcome to Plus.</p>",
    imageName: null,
    isClaimed: false,
    membershipId: 2,
    membershipName: "Plus",
    termAndCondition: TERMS,
    createdAt: "2026-01-01T00:00:00Z",
    memberId: 1,
    isLocked: false,
    ...differences,
  };
}

/** A voucher of the first member's; only what the test says differs from a milk tea to be had for a month. */
export function aVoucher(differences: Partial<Voucher> = {}): Voucher {
  const createdAt = new Date(Date.now() - 86_400_000).toISOString();
  return {
    id: 21,
    name: "Classic Thai Milk Tea with Bobas",
    code: "KB7Q-MRX2-9ABC",
    description: "<p>Brewed strong, with chewy bobas.</p>",
    imageName: null,
    discountValue: "0.00",
    discountTypeId: 2,
    rewardTypeId: REWARD_TYPE.freeGift,
    statusId: 1,
    expireAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    updatedAt: createdAt,
    createdAt,
    transactionSourceId: 1,
    transactionEventTypeId: 1,
    transactionId: 1,
    memberId: 1,
    termAndCondition: TERMS,
    outletIds: [],
    presentUntil: null,
    usedAt: null,
    usableFrom: createdAt,
    minSpend: "0.00",
    ...differences,
  };
}
