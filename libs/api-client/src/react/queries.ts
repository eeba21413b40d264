import {
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { isRetryable } from "../errors.ts";
import { useMemberId } from "./session.ts";

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
  pointTotals: (id: number | null) => ["member", id, "point-totals"],
  /** The same for everybody. */
  wallets: ["wallets"],
  /** Not below `ofMembers`: a visitor asks too, and nothing of it is kept offline. */
  receipt: (id: number | null, code: string) => ["receipt", id, code],
  /** By the token of an e-mail's link, which needs no member. */
  unsubscribe: (token: string) => ["unsubscribe", token],
  tiers: ["tiers"],
  givenRewards: ["given-rewards"],
  outlets: ["outlets"],
  callingCodes: ["calling-codes"],
} as const;

interface MemberQueryOptions<T, Part> {
  /** The part of the answer that is wanted; all of it is kept once. */
  select?: (data: T) => Part;
  /** For data whose change is awaited; a page in the background does not fetch. */
  refetchIntervalMs?: number;
}

/**
 * A query about the signed-in member. It waits until somebody is signed in (spec 000 §6).
 *
 * @param key names it, by member
 * @param load fetches it
 */
export function useMemberQuery<T, Part = T>(
  key: (id: number | null) => readonly unknown[],
  load: (id: number, signal: AbortSignal) => Promise<T>,
  { select, refetchIntervalMs }: MemberQueryOptions<T, Part> = {},
): UseQueryResult<Part> {
  const id = useMemberId();
  return useQuery({
    queryKey: key(id),
    queryFn: id === null ? skipToken : ({ signal }) => load(id, signal),
    refetchInterval: refetchIntervalMs ?? false,
    ...(select && { select }),
  });
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
  key: (memberId: number | null, id: number) => readonly unknown[];
  load: (id: number, signal: AbortSignal) => Promise<Whole>;
  /** The record as the cached lists have it. */
  listed: (client: QueryClient, memberId: number, id: number) => Part | undefined;
  /** For a record whose change is awaited. */
  refetchIntervalMs?: number;
}

/** A record of the signed-in member by its id; null waits. */
export function useDetailQuery<Whole, Part>(
  id: number | null,
  { key, load, listed, refetchIntervalMs }: DetailQueryOptions<Whole, Part>,
): DetailQuery<Whole, Part> {
  const client = useQueryClient();
  const memberId = useMemberId();
  const known = id !== null && memberId !== null;
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    queryKey: key(memberId, id ?? 0),
    refetchInterval: refetchIntervalMs ?? false,
    queryFn: known ? ({ signal }) => load(id, signal) : skipToken,
  });
  // Not `placeholderData`: that goes when the call fails, and without a network it fails. What was refused is not shown.
  const part =
    data === undefined && known && (error === null || isRetryable(error))
      ? listed(client, memberId, id)
      : undefined;
  return { data: data ?? part, error, isFetching, isPaused, refetch: () => void refetch() };
}
