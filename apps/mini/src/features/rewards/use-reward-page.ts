import { isPresented, lifeOf, type Member, serverNow, type Voucher } from "@loyalty/api-client";
import {
  useMember,
  usePresentedVoucher,
  useReward,
  useTierReward,
  useVoucher,
} from "@loyalty/api-client/react";
import { useEffect, useEffectEvent } from "react";

import { useIsBefore } from "../../page/clock.ts";
import { type RewardView, viewOfReward, viewOfTierReward, viewOfVoucher } from "./reward-view.ts";

export type RewardKind = RewardView["kind"];

/** While a code is shown, the till may take it at any moment: the page asks this often whether it has. */
const ASK_WHILE_SHOWN_MS = 4000;

/** Which of the three an address means (spec 001 §2). */
export function kindOf(query: URLSearchParams): RewardKind {
  if (query.get("isPromotion") === "true") return "promotion";
  return query.get("isMembership") === "true" ? "membership" : "voucher";
}

export interface RewardPage {
  view: RewardView | undefined;
  /** The voucher behind the view, when it is one. */
  voucher: Voucher | undefined;
  /** Its code is on the member's screen. */
  isShown: boolean;
  /** The voucher of this reward of the catalogue whose code is on the member's screen. */
  presented: { voucher: Voucher | null; isPending: boolean };
  member: Member | undefined;
  memberFailed: boolean;
  memberFetching: boolean;
  retryMember: () => void;
  error: Error | null;
  /** Its call waits for a network. */
  isPaused: boolean;
  isFetching: boolean;
  retry: () => void;
}

/** What an address of a reward leads to. */
export function useRewardPage(kind: RewardKind, id: number | null): RewardPage {
  const member = useMember();
  const reward = useReward(kind === "promotion" ? id : null);
  const tierReward = useTierReward(kind === "membership" ? id : null);
  const known = useVoucher(kind === "voucher" ? id : null);
  // The server's time is known to a second, so what was claimed just now may still lie ahead: drawn anew when it comes.
  useIsBefore(known.data?.usableFrom ?? null);
  const now = serverNow();
  const isShown = known.data !== undefined && isPresented(lifeOf(known.data), now);
  // A second look at the same query: only while the code is shown does it ask again and again.
  const voucher = useVoucher(
    kind === "voucher" ? id : null,
    isShown ? { refetchIntervalMs: ASK_WHILE_SHOWN_MS } : {},
  );
  const query = { promotion: reward, membership: tierReward, voucher }[kind];
  const presented = usePresentedOf(
    kind === "promotion" && reward.data?.isClaimPending ? reward : null,
  );

  const view =
    kind === "promotion"
      ? reward.data && viewOfReward(reward.data, member.data, now)
      : kind === "membership"
        ? tierReward.data && viewOfTierReward(tierReward.data)
        : voucher.data && viewOfVoucher(voucher.data, now);

  return {
    view,
    voucher: voucher.data,
    isShown,
    presented,
    member: member.data,
    memberFailed: member.isError && member.data === undefined,
    memberFetching: member.isFetching,
    retryMember: () => void member.refetch(),
    error: query.error,
    isPaused: query.isPaused,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}

/**
 * The voucher that makes a reward pending; null asks for nothing. When there is none any more, because its half hour is
 * over or the till has it, the reward is asked for again.
 */
function usePresentedOf(reward: ReturnType<typeof useReward> | null): RewardPage["presented"] {
  const presented = usePresentedVoucher(reward?.data?.id ?? null);
  useIsBefore(presented.voucher?.presentUntil ?? null);
  const isOver = reward !== null && presented.voucher === null && !presented.isPending;
  const refetch = useEffectEvent(() => reward?.refetch());
  useEffect(() => {
    if (isOver) refetch();
  }, [isOver]);
  return presented;
}
