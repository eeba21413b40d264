import {
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  claimReward,
  getReward,
  getRewards,
  getTierReward,
  getTierRewards,
  type Once,
} from "../calls/rewards.ts";
import { session } from "../session/current.ts";
import type {
  Claimed,
  Member,
  Reward,
  RewardDetail,
  TierReward,
  TierRewardDetail,
} from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";
import { signedIn, useMemberId } from "./use-session.ts";

/** The catalogue, with the signed-in member's own flags. */
export const useRewards = (): UseQueryResult<Reward[]> =>
  useMemberQuery(keys.rewards, (_, signal) => getRewards(signal));

/** The rewards of all tiers, as they are to the signed-in member. */
export const useTierRewards = (): UseQueryResult<TierReward[]> =>
  useMemberQuery(keys.tierRewards, (_, signal) => getTierRewards(signal));

/** One reward of the catalogue; null waits. Fresh for five minutes (spec 001 §9). */
export const useReward = (rewardId: number | null): UseQueryResult<RewardDetail> =>
  useOne(rewardId, keys.reward, getReward);

/** One reward of a tier; null waits. */
export const useTierReward = (rewardId: number | null): UseQueryResult<TierRewardDetail> =>
  useOne(rewardId, keys.tierReward, getTierReward);

/** One thing of the signed-in member's, by its id; again and again while somebody waits for it to change. */
export function useOne<T>(
  id: number | null,
  key: (memberId: number | null, id: number) => readonly unknown[],
  load: (id: number, signal: AbortSignal) => Promise<T>,
  askAgainEveryMs?: number,
): UseQueryResult<T> {
  const memberId = useMemberId();
  return useQuery({
    queryKey: key(memberId, id ?? 0),
    refetchInterval: askAgainEveryMs ?? false,
    queryFn: id === null || memberId === null ? skipToken : ({ signal }) => load(id, signal),
  });
}

/**
 * Claims a reward. The balance the server answers with stands everywhere at once: in the session's record, which
 * the shell shows, and in the member's; whatever else the claim changed is asked for again.
 */
export function useClaim(): UseMutationResult<Claimed, Error, { rewardId: number } & Once> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (wish) => claimReward(signedIn(memberId), wish),
    onSuccess: ({ memberPointAmount }) => {
      client.setQueryData<Member>(keys.member(memberId), (member) =>
        member ? { ...member, memberPointAmount } : member,
      );
      const now = session.getSnapshot();
      if (now.status === "signed-in") session.setUser({ ...now.user, memberPointAmount });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.ofMembers });
    },
  });
}
