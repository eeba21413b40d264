import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
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
  getVoucher,
  getVouchers,
  presentVoucher,
  type Idempotent,
  type Presentation,
} from "../calls/rewards.ts";
import { serverNow } from "../http.ts";
import { isPresented, lifeOf } from "../rules/rewards.ts";
import { session } from "../session/current.ts";
import type {
  Claimed,
  GivenReward,
  Reward,
  RewardDetail,
  ShownVoucher,
  TierReward,
  TierRewardDetail,
  Voucher,
  VoucherDetail,
} from "../wire.ts";
import { keys, useDetailQuery, useMemberQuery, type DetailQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

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
export const useReward = (rewardId: number | null): DetailQuery<RewardDetail, Reward> =>
  useDetailQuery(rewardId, {
    key: keys.reward,
    load: getReward,
    listed: inList<Reward>(keys.rewards),
  });

/** One reward of a tier; null waits. */
export const useTierReward = (rewardId: number | null): DetailQuery<TierRewardDetail, TierReward> =>
  useDetailQuery(rewardId, {
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
 * Claims a reward. The new balance is shown everywhere at once; everything else of the member is fetched again.
 */
export function useClaim(): UseMutationResult<Claimed, Error, { rewardId: number } & Idempotent> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (request) => claimReward(signedIn(memberId), request),
    onSuccess: ({ memberPointAmount }) => {
      const now = session.getSnapshot();
      if (now.status === "signed-in") session.setUser({ ...now.user, memberPointAmount });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.ofMembers });
    },
  });
}

/** How many vouchers one response has at most (libs/api-client/openapi.json). */
const PAGE = 100;

/** The vouchers the signed-in member can still use, all or those with a part of the code. */
export function useValidVouchers(code = ""): UseQueryResult<Voucher[]> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.validVouchers(memberId, code),
    queryFn:
      memberId === null
        ? skipToken
        : ({ signal }) => getVouchers({ isValid: true, code, limit: PAGE }, signal),
    // The list stays while the next search runs; the dashboard's serves where it was all of it.
    placeholderData: (before) =>
      before ?? (code === "" ? wholePromoted(client, memberId) : undefined),
  });
}

/** How many vouchers the dashboard shows at most (spec 000 §9). */
const PROMOTED = 6;

/** The vouchers that the dashboard shows the signed-in member: the six newest that can still be used. */
export const usePromotedVouchers = (): UseQueryResult<Voucher[]> =>
  useMemberQuery(keys.promotedVouchers, (_, signal) =>
    getVouchers({ isValid: true, limit: PROMOTED }, signal),
  );

/** The vouchers of the dashboard where there are no others: fewer than it requests. */
function wholePromoted(client: QueryClient, memberId: number | null): Voucher[] | undefined {
  const promoted = client.getQueryData<Voucher[]>(keys.promotedVouchers(memberId));
  return promoted && promoted.length < PROMOTED ? promoted : undefined;
}

/** The voucher of a reward whose code the member is showing. */
interface PresentedVoucher {
  /** Null when there is none, and as long as that is not known. */
  voucher: Voucher | null;
  isPending: boolean;
}

/**
 * Finds the voucher of a reward whose code the signed-in member is showing; null fetches nothing. The list is fetched
 * each time: the till may have used the voucher since.
 */
export function usePresentedVoucher(rewardId: number | null): PresentedVoucher {
  const memberId = useMemberId();
  const enabled = memberId !== null && rewardId !== null;
  const { data, isFetching } = useQuery({
    queryKey: keys.validVouchers(memberId, ""),
    queryFn: ({ signal }) => getVouchers({ isValid: true, limit: PAGE }, signal),
    enabled,
    refetchOnMount: "always",
  });
  const isShown = (voucher: Voucher) =>
    voucher.transactionId === rewardId && isPresented(lifeOf(voucher), serverNow());
  const voucher = (enabled && data?.find(isShown)) || null;
  return { voucher, isPending: enabled && voucher === null && isFetching };
}

/** The signed-in member's past vouchers, newest first, a page of 100 after the other. */
export function useVoucherHistory() {
  const memberId = useMemberId();
  return useInfiniteQuery({
    queryKey: keys.voucherHistory(memberId),
    queryFn:
      memberId === null
        ? skipToken
        : ({ pageParam, signal }) =>
            getVouchers({ isValid: false, limit: PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Voucher[], all: Voucher[][]) =>
      last.length === PAGE ? all.length * PAGE : undefined,
    select: ({ pages }) => pages.flat(),
  });
}

/** One of the signed-in member's vouchers; null waits. Fresh for five minutes (spec 001 §9). */
export const useVoucher = (
  voucherId: number | null,
  { refetchIntervalMs }: { refetchIntervalMs?: number } = {},
): DetailQuery<VoucherDetail, Voucher> =>
  useDetailQuery(voucherId, {
    key: keys.voucher,
    load: getVoucher,
    listed: listedVoucher,
    ...(refetchIntervalMs && { refetchIntervalMs }),
  });

/** A voucher as the lists have it; the history first, because a used voucher stays used. */
function listedVoucher(client: QueryClient, memberId: number, id: number): Voucher | undefined {
  const history = client.getQueryData<InfiniteData<Voucher[]>>(keys.voucherHistory(memberId));
  const valid = client.getQueryData<Voucher[]>(keys.validVouchers(memberId, ""));
  const promoted = client.getQueryData<Voucher[]>(keys.promotedVouchers(memberId));
  return [...(history?.pages.flat() ?? []), ...(valid ?? []), ...(promoted ?? [])].find(
    (one) => one.id === id,
  );
}

/** Shows a voucher's code at an outlet; the voucher's record follows at once. */
export function usePresent(): UseMutationResult<ShownVoucher, Error, Presentation> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (request) => presentVoucher(signedIn(memberId), request),
    onSuccess: ({ presentUntil, outletId, signedCode, tillName }, { voucherId }) => {
      client.setQueryData<VoucherDetail>(keys.voucher(memberId, voucherId), (voucher) =>
        voucher
          ? { ...voucher, statusId: 2, presentUntil, outletId, signedCode, tillName }
          : voucher,
      );
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.vouchers(memberId) });
      void client.invalidateQueries({ queryKey: keys.rewards(memberId) });
    },
  });
}
