import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  claimReward,
  getGivenRewards,
  getReward,
  getRewards,
  getTierReward,
  getTierRewards,
  type Once,
} from "../calls/rewards.ts";
import { session } from "../session/current.ts";
import type {
  Claimed,
  GivenReward,
  Reward,
  RewardDetail,
  TierReward,
  TierRewardDetail,
} from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";
import { useOne, type One } from "./one.ts";
import { signedIn, useMemberId } from "./use-session.ts";

// `transactionSourceId` of the thanks for a friend (docs/readings.md, "Rewards and vouchers").
const FROM_REFERRAL = 4;

/** The catalogue, with the signed-in member's own flags. */
export const useRewards = (): UseQueryResult<Reward[]> =>
  useMemberQuery(keys.rewards, (_, signal) => getRewards(signal));

/** What a member gets for a friend; undefined while that is not known, and where the programme gives nothing. */
export function useReferralReward(): GivenReward | undefined {
  const { data } = useQuery({
    queryKey: keys.givenRewards,
    queryFn: ({ signal }) => getGivenRewards(signal),
  });
  return data?.find(({ transactionSourceId }) => transactionSourceId === FROM_REFERRAL);
}

/** The rewards of all tiers, as they are to the signed-in member. */
export const useTierRewards = (): UseQueryResult<TierReward[]> =>
  useMemberQuery(keys.tierRewards, (_, signal) => getTierRewards(signal));

/** One reward of the catalogue; null waits. Fresh for five minutes (spec 001 §9). */
export const useReward = (rewardId: number | null): One<RewardDetail, Reward> =>
  useOne(rewardId, { key: keys.reward, load: getReward, listed: inList<Reward>(keys.rewards) });

/** One reward of a tier; null waits. */
export const useTierReward = (rewardId: number | null): One<TierRewardDetail, TierReward> =>
  useOne(rewardId, {
    key: keys.tierReward,
    load: getTierReward,
    listed: inList<TierReward>(keys.tierRewards),
  });

/** Finds the one with an id in a list that is known. */
const inList =
  <T extends { id: number }>(key: (memberId: number | null) => readonly unknown[]) =>
  (client: QueryClient, memberId: number, id: number): T | undefined =>
    client.getQueryData<T[]>(key(memberId))?.find((one) => one.id === id);

/**
 * Claims a reward. The balance the server answers with stands everywhere at once; whatever else the claim changed is
 * asked for again.
 */
export function useClaim(): UseMutationResult<Claimed, Error, { rewardId: number } & Once> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (wish) => claimReward(signedIn(memberId), wish),
    onSuccess: ({ memberPointAmount }) => {
      const now = session.getSnapshot();
      if (now.status === "signed-in") session.setUser({ ...now.user, memberPointAmount });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.ofMembers });
    },
  });
}
