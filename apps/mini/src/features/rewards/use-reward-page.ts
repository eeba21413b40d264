import { serverNow } from "@loyalty/api-client/http.ts";
import { useMember } from "@loyalty/api-client/react/members.ts";
import {
  usePresentedVoucher,
  useReward,
  useTierReward,
  useVoucher,
} from "@loyalty/api-client/react/rewards.ts";
import { isPresented, lifeOf } from "@loyalty/api-client/rules/rewards.ts";
import type { Member, Voucher } from "@loyalty/api-client/wire.ts";
import { useEffect, useEffectEvent } from "react";

import { useIsBefore } from "../../page/clock.ts";
import { type RewardView, viewOfReward, viewOfTierReward, viewOfVoucher } from "./reward-view.ts";

export type RewardKind = RewardView["kind"];

/** How often the voucher is reloaded while its code is shown, because the till may take it at any moment. */
const RELOAD_WHILE_SHOWN_MS = 4000;

/** Which kind of reward an address names (spec 001 §2). */
export function kindOf(query: URLSearchParams): RewardKind {
  if (query.get("isPromotion") === "true") return "promotion";
  return query.get("isMembership") === "true" ? "membership" : "voucher";
}

export interface RewardPage {
  view: RewardView | undefined;
  /** The voucher behind the view, when it is one. */
  voucher: Voucher | undefined;
  /** The voucher's code is being shown. */
  isShown: boolean;
  /** The voucher of this catalogue reward whose code is being shown. */
  presented: { voucher: Voucher | null; isPending: boolean };
  member: Member | undefined;
  memberFailed: boolean;
  memberFetching: boolean;
  retryMember: () => void;
  error: Error | null;
  /** The request waits for a network. */
  isPaused: boolean;
  isFetching: boolean;
  retry: () => void;
}

/** The data of a reward's page. */
export function useRewardPage(kind: RewardKind, id: number | null): RewardPage {
  const member = useMember();
  const reward = useReward(kind === "promotion" ? id : null);
  const tierReward = useTierReward(kind === "membership" ? id : null);
  const known = useVoucher(kind === "voucher" ? id : null);
  // The server's time is known to the second, so a voucher claimed just now may start later: rendered again then.
  useIsBefore(known.data?.usableFrom ?? null);
  const now = serverNow();
  const isShown = known.data !== undefined && isPresented(lifeOf(known.data), now);
  // The same query again: reloaded regularly, but only while the code is shown.
  const voucher = useVoucher(
    kind === "voucher" ? id : null,
    isShown ? { refetchIntervalMs: RELOAD_WHILE_SHOWN_MS } : {},
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
 * The voucher that makes a reward pending. The reward is reloaded when there is none any more, because its half hour is
 * over or the till has taken it.
 *
 * @param reward null requests nothing
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
