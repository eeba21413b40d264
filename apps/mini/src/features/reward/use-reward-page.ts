import { FROM_TIER, serverNow } from "@loyalty/api-client/http";
import { useMember } from "@loyalty/api-client/react/members";
import {
  usePresentedVoucher,
  useReward,
  useTierReward,
  useVoucher,
} from "@loyalty/api-client/react/rewards";
import { senOf } from "@loyalty/api-client/rules/points";
import {
  BIRTHDAY_PROMOTION,
  GIVEN_FOR,
  isPresented,
  lastDayIfClaimed,
  voucherValidity,
  REWARD_TYPE,
  claimIneligibility,
  type ClaimIneligibility,
  presentIneligibility,
  type PresentIneligibility,
} from "@loyalty/api-client/rules/rewards";
import type {
  Member,
  Reward,
  RewardDetail,
  TierReward,
  TierRewardDetail,
  Voucher,
  VoucherDetail,
} from "@loyalty/api-client/wire";
import { formatDay } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { useEffect, useEffectEvent } from "react";

import { useIsBefore } from "../../components/clock.ts";
import type { PicturedReward } from "../../components/reward-content.tsx";
import { rewardTexts } from "./texts.ts";

/** `points_unknown`: the server answers `not_enough_points`, and the member's points could not be loaded. */
type Ineligibility = ClaimIneligibility | PresentIneligibility | "points_unknown";

/** The status of a reward or voucher by the reason why it cannot be claimed or used (spec 001 §2). */
const STATUS = {
  claim_pending: "pending",
  points_unknown: "unknown",
  not_enough_points: "insufficient",
  voucher_presented: "pending",
  // Until a till has reported.
  voucher_held: "pending",
  voucher_used: "used",
  voucher_expired: "expired",
  voucher_cancelled: "cancelled",
} as const;

function statusOf(ineligibility: Ineligibility | null) {
  if (ineligibility === null) return "available";
  return ineligibility in STATUS ? STATUS[ineligibility as keyof typeof STATUS] : "notAvailable";
}

/** What only some have. The outlets, and a tier reward's outlet ids, are missing while only the list has loaded. */
type RewardExtras = Partial<
  Pick<RewardDetail, "code" | "outlets" | "outletIds" | "startAt" | "endAt"> &
    Pick<Voucher, "minSpend"> &
    Pick<TierReward, "membershipName">
>;

/** What the page shows: of a reward of the catalogue, a reward of a tier, or a voucher. Their HTML is sanitised. */
export interface RewardView
  extends
    PicturedReward,
    Pick<Reward, "id" | "title" | "description" | "termAndCondition">,
    RewardExtras {
  kind: "promotion" | "membership" | "voucher";
  /** In points; null for a voucher, which is paid already. */
  cost: number | null;
  /** What it is worth on the menu, in ringgit, where that is known. */
  value?: string;
  limit: number | null;
  isBirthday?: boolean;
  isPointsReward?: boolean;
  /** It costs nothing and is used at an outlet: a gift, or a voucher. */
  isGift: boolean;
  /** How long the voucher is good, in days, and its last day if it is claimed now. */
  term?: { days: number; lastDay: string; forBirthday: boolean };
  ineligibility: Ineligibility | null;
  status: ReturnType<typeof statusOf> | "locked";
}

/** Reasons that only the server knows, as its error codes. */
const KNOWN_BY_SERVER: readonly unknown[] = [
  "not_available",
  "out_of_stock",
  "tier_locked",
  "limit_reached",
] satisfies ClaimIneligibility[];

/** Why a member cannot claim a reward of the catalogue: by the rules if their record is loaded, else as the server answers. */
function catalogueIneligibility(reward: Reward, member: Member | undefined): Ineligibility | null {
  // Without a reason the server's flag counts.
  const serverReason = (reward.whyNotClaimable ??
    (reward.isClaimable ? null : "not_available")) as ClaimIneligibility | null;
  if (!member) return serverReason === "not_enough_points" ? "points_unknown" : serverReason;
  const reason = claimIneligibility(
    {
      cost: reward.pointToRedeem,
      isActive: reward.statusId === 1,
      startsAt: reward.startAt,
      endsAt: reward.endAt,
      forBirthday: reward.promotionTypeId === BIRTHDAY_PROMOTION,
    },
    {
      points: member.memberPointAmount,
      dateOfBirth: member.dateOfBirth,
      hasPresented: reward.isClaimPending,
    },
    serverNow(),
  );
  const serverDecides = KNOWN_BY_SERVER.includes(serverReason) && reason !== "claim_pending";
  return serverDecides ? serverReason : reason;
}

/** The view of a reward of the catalogue for a member, whose record may not have loaded yet. */
function viewOfReward(reward: RewardDetail | Reward, member: Member | undefined): RewardView {
  const ineligibility = catalogueIneligibility(reward, member);
  const isPointsReward = reward.typeId === REWARD_TYPE.memberPoints;
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  const isNow =
    !isPointsReward && !["not_birth_month", "limit_reached"].includes(ineligibility ?? "");
  return {
    ...reward,
    kind: "promotion",
    cost: reward.pointToRedeem,
    value: reward.typeId === REWARD_TYPE.freeGift ? reward.value : undefined,
    limit: reward.memberRedeemableLimit,
    isBirthday,
    isPointsReward,
    isGift: reward.pointToRedeem === 0 && !isPointsReward,
    ...(isNow && { term: termOf(reward.validPeriod, isBirthday) }),
    ineligibility,
    status: statusOf(ineligibility),
  };
}

const termOf = (days: number, forBirthday: boolean) => ({
  days,
  lastDay: lastDayIfClaimed(days, forBirthday, serverNow()),
  forBirthday,
});

/** "Good for 30 days after you claim (till 27 Dec 2026)"; a birthday gift ends with its month. */
export function termText({ days, lastDay, forBirthday }: NonNullable<RewardView["term"]>): string {
  const date = formatDay(lastDay);
  return forBirthday
    ? i18n.t("term.till", { ns: rewardTexts, date })
    : i18n.t("term.days", { ns: rewardTexts, count: days, date });
}

function viewOfTierReward(reward: TierRewardDetail | TierReward): RewardView {
  const ineligibility = reward.isClaimed ? "limit_reached" : null;
  const isNow = !reward.isLocked && !reward.isClaimed && reward.validPeriod > 0;
  return {
    ...reward,
    kind: "membership",
    transactionSourceId: FROM_TIER,
    cost: 0,
    limit: 1,
    isGift: true,
    ...(isNow && { term: termOf(reward.validPeriod, false) }),
    ineligibility: reward.isLocked ? "tier_locked" : ineligibility,
    status: reward.isLocked ? "locked" : statusOf(ineligibility),
  };
}

function viewOfVoucher(voucher: VoucherDetail | Voucher): RewardView {
  const ineligibility = presentIneligibility(voucherValidity(voucher), null, serverNow());
  return {
    ...voucher,
    kind: "voucher",
    title: voucher.name,
    cost: null,
    limit: 1,
    isBirthday: voucher.transactionSourceId === GIVEN_FOR.birthday,
    isGift: true,
    startAt: voucher.usableFrom,
    endAt: voucher.expireAt,
    ineligibility,
    status: statusOf(ineligibility),
  };
}

/** How often the voucher is reloaded while its code is shown, because the till may take it at any moment. */
const RELOAD_WHILE_SHOWN_MS = 4000;

export interface RewardPartProps {
  page: ReturnType<typeof useRewardPage>;
  view: RewardView;
}

/**
 * The data of a reward's page; null requests nothing. `voucher` is what the view shows of one, `isShown` that its code is
 * being shown, `presented` the voucher of this catalogue reward whose code is, `worth` what a used voucher has saved.
 */
export function useRewardPage(kind: RewardView["kind"], id: number | null) {
  const member = useMember();
  const reward = useReward(kind === "promotion" ? id : null);
  const tierReward = useTierReward(kind === "membership" ? id : null);
  const voucherId = kind === "voucher" ? id : null;
  const known = useVoucher(voucherId);
  // The server's time is known to the second, so a voucher claimed just now may start later: rendered again then.
  useIsBefore(known.data?.usableFrom ?? null);
  const isShown = known.data !== undefined && isPresented(voucherValidity(known.data), serverNow());
  // The same query again: reloaded regularly, but only while the code is shown.
  const voucher = useVoucher(
    voucherId,
    isShown ? { refetchIntervalMs: RELOAD_WHILE_SHOWN_MS } : {},
  );
  const worth = useWorth(voucher.data);
  const presented = usePresentedOf(
    kind === "promotion" && reward.data?.isClaimPending ? reward : null,
  );

  return {
    view:
      (reward.data && viewOfReward(reward.data, member.data)) ??
      (tierReward.data && viewOfTierReward(tierReward.data)) ??
      (voucher.data && viewOfVoucher(voucher.data)),
    voucher: voucher.data,
    isShown,
    presented,
    worth,
    member,
    query: { promotion: reward, membership: tierReward, voucher }[kind],
  };
}

/** What a used voucher has saved, in ringgit: its discount, or what its reward is worth; undefined as long as that is not known. */
function useWorth(voucher: Voucher | undefined): string | undefined {
  const isDish = voucher?.usedAt && senOf(voucher.discountValue) === 0;
  const reward = useReward(isDish ? voucher.transactionId : null);
  return isDish ? reward.data?.value : voucher?.discountValue;
}

/** The voucher that makes a reward pending; null requests nothing. When it is used or over, the reward is reloaded. */
function usePresentedOf(reward: ReturnType<typeof useReward> | null) {
  const presented = usePresentedVoucher(reward?.data?.id ?? null);
  useIsBefore(presented.voucher?.presentUntil ?? null);
  const isOver = reward !== null && presented.voucher === null && !presented.isPending;
  const refetch = useEffectEvent(() => reward?.refetch());
  useEffect(() => {
    if (isOver) refetch();
  }, [isOver]);
  return presented;
}
