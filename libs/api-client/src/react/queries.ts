import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback, useEffect } from "react";

import { isRetryable } from "../errors.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The names of everything cached. What belongs to a member is below `ofMembers`, and goes with the sign-out. */
export const keys = {
  ofMembers: ["member"],
  member: (id: number | null) => ["member", id],
  membershipPoints: (id: number | null) => ["member", id, "membership-points"],
  preferences: (id: number | null) => ["member", id, "preferences"],
  hosts: (id: number | null) => ["member", id, "hosts"],
  passkeys: (id: number | null) => ["member", id, "passkeys"],
  devices: (id: number | null) => ["member", id, "devices"],
  messages: (id: number | null) => ["member", id, "messages"],
  unreadMessages: (id: number | null) => ["member", id, "messages", "unread"],
  pushSubscriptions: (id: number | null) => ["member", id, "push-subscriptions"],
  consent: (id: number | null) => ["member", id, "consent"],
  referees: (id: number | null) => ["member", id, "referees"],
  activities: (id: number | null, which: string) => ["member", id, "activities", which],
  recentActivities: (id: number | null) => ["member", id, "recent-activities"],
  rewards: (id: number | null) => ["member", id, "rewards"],
  reward: (id: number | null, rewardId: number) => ["member", id, "rewards", rewardId],
  tierRewards: (id: number | null) => ["member", id, "tier-rewards"],
  tierReward: (id: number | null, rewardId: number) => ["member", id, "tier-rewards", rewardId],
  vouchers: (id: number | null) => ["member", id, "vouchers"],
  validVouchers: (id: number | null, code: string) => ["member", id, "vouchers", "valid", code],
  promotedVouchers: (id: number | null) => ["member", id, "vouchers", "promoted"],
  voucherHistory: (id: number | null) => ["member", id, "vouchers", "history"],
  voucher: (id: number | null, voucherId: number) => ["member", id, "vouchers", voucherId],
  bills: (id: number | null) => ["member", id, "bills"],
  latestBill: (id: number | null) => ["member", id, "latest-bill"],
  pointTotals: (id: number | null) => ["member", id, "point-totals"],
  /** The same for everybody. */
  wallets: ["wallets"],
  /** Not below `ofMembers`: a visitor asks too, and nothing of it is kept offline. */
  receipt: (id: number | null, code: string) => ["receipt", id, code],
  /** By the token of an e-mail's link, which needs no member. */
  unsubscribe: (token: string) => ["unsubscribe", token],
  referrer: (code: string) => ["referrer", code],
  tiers: ["tiers"],
  givenRewards: ["given-rewards"],
  outlets: ["outlets"],
  callingCodes: ["calling-codes"],
  content: (language: string, build: string) => ["content", language, build],
  preview: (language: string, token: string | null) => ["preview", language, token],
} as const;

export type MemberKey = (memberId: number | null) => QueryKey;

/** The parameters of a call about a member: the `{member_id}` of its path. */
export const paramsOf = (memberId: number) => ({ path: { member_id: memberId } });
export type MemberParams = ReturnType<typeof paramsOf>;

/**
 * A query about the signed-in member. It waits until a user is signed in (spec 000 §6).
 *
 * @param select the part of the answer that is wanted; all of it is kept once
 */
export function useMemberQuery<T, Part = T>(
  key: MemberKey,
  load: (params: MemberParams, signal: AbortSignal) => Promise<T>,
  options: Pick<
    UseQueryOptions<T, Error, Part>,
    "select" | "refetchInterval" | "refetchOnMount"
  > = {},
): UseQueryResult<Part> {
  const memberId = useMemberId();
  return useQuery({
    queryKey: key(memberId),
    queryFn: memberId === null ? skipToken : ({ signal }) => load(paramsOf(memberId), signal),
    ...options,
  });
}

/** Where a page of a list starts, and how many records it has at most. */
export interface PageQuery {
  limit: number;
  offset: number;
}

/**
 * A list of the signed-in member's records, a page after the other; each is in it once, although one that is added between
 * two pages moves others to the later one.
 *
 * @param size how many records a page has; one that is not full is the last
 */
export function useMemberPages<T extends { id: number }>(
  key: MemberKey,
  size: number,
  load: (params: MemberParams, page: PageQuery, signal: AbortSignal) => Promise<T[]>,
  options: { refetchOnMount?: "always" } = {},
) {
  const memberId = useMemberId();
  return useInfiniteQuery({
    queryKey: key(memberId),
    queryFn:
      memberId === null
        ? skipToken
        : ({ pageParam, signal }) =>
            load(paramsOf(memberId), { limit: size, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: T[], all: T[][]) =>
      last.length === size ? all.length * size : undefined,
    select: joined<T>,
    ...options,
  });
}

function joined<T extends { id: number }>({ pages }: InfiniteData<T[]>): T[] {
  return [...new Map(pages.flat().map((one) => [one.id, one])).values()];
}

/**
 * A change by the signed-in member.
 *
 * @param send gets the parameters of the member's path, and what `mutate` was given
 */
export function useMemberMutation<Change, Result>(
  send: (params: MemberParams, change: Change) => Promise<Result>,
  options: Omit<UseMutationOptions<Result, Error, Change>, "mutationFn"> = {},
) {
  const memberId = useMemberId();
  return useMutation({
    ...options,
    mutationFn: (change: Change) => send(paramsOf(signedIn(memberId)), change),
  });
}

/** Calls back whenever a change by the member was taken. */
export function useOnChange(onChange: () => void): void {
  const mutations = useQueryClient().getMutationCache();
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type === "updated" && event.action.type === "success") onChange();
      }),
    [mutations, onChange],
  );
}

export function useRefresh(key: MemberKey): () => Promise<void> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useCallback(
    () => client.invalidateQueries({ queryKey: key(memberId) }),
    [client, memberId, key],
  );
}

/** A record of the signed-in member: whole once its own call is done, until then as a list has it. */
export interface DetailQuery<Whole, Part> extends Pick<
  UseQueryResult,
  "error" | "isFetching" | "isPaused"
> {
  data: Whole | Part | undefined;
  refetch: () => void;
}

interface DetailQueryOptions<Whole, Part> {
  key: (memberId: number | null, id: number) => QueryKey;
  load: (id: number, signal: AbortSignal) => Promise<Whole>;
  listed: (client: QueryClient, memberId: number, id: number) => Part | undefined;
  /** For a record whose change is awaited. */
  refetchInterval?: number | false;
}

/** A record of the signed-in member by its id; null waits. */
export function useDetailQuery<Whole, Part>(
  id: number | null,
  { key, load, listed, refetchInterval = false }: DetailQueryOptions<Whole, Part>,
): DetailQuery<Whole, Part> {
  const client = useQueryClient();
  const memberId = useMemberId();
  const known = id !== null && memberId !== null;
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    queryKey: key(memberId, id ?? 0),
    refetchInterval,
    queryFn: known ? ({ signal }) => load(id, signal) : skipToken,
  });
  // Not `placeholderData`: that goes when the call fails, and without a network it fails. What was refused is not shown.
  const part =
    data === undefined && known && (error === null || isRetryable(error))
      ? listed(client, memberId, id)
      : undefined;
  return { data: data ?? part, error, isFetching, isPaused, refetch: () => void refetch() };
}
