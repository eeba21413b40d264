import {
  skipToken,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";

import { isRefusal } from "../errors.ts";
import { api, newIdempotencyKey, responseBody, serverNow, type Idempotent } from "../http.ts";
import { asGivenReward, asReward, asTierReward, asVoucher, listOf } from "../rules/records.ts";
import { GIVEN_FOR, isPresented, savedInYear, voucherValidity } from "../rules/rewards.ts";
import { session } from "../session/current.ts";
import { tokenStore } from "../session/token-store.ts";
import type { Reward, TierReward, Voucher, VoucherDetail } from "../wire.ts";
import {
  keys,
  useDetailQuery,
  useMemberMutation,
  useMemberPages,
  useMemberQuery,
  useRefresh,
  type MemberKey,
  type PageQuery,
} from "./queries.ts";
import { useMemberId } from "./session.ts";

/** The catalogue, the cheapest first, with the signed-in member's own flags: `GET /reward`. */
export const useRewards = () =>
  useMemberQuery(keys.rewards, async (_, signal) =>
    listOf((await responseBody(api().GET("/reward", { signal }))).rewardList, asReward),
  );

/**
 * What is given for joining, or to a member for a friend; undefined while that is not known, null where it cannot be
 * loaded or the programme gives nothing: `GET /givenReward`.
 */
export function useGivenReward(what: "joining" | "friend") {
  const { data, isError } = useQuery({
    queryKey: keys.givenRewards,
    queryFn: async ({ signal }) => {
      const { givenRewardList } = await responseBody(api().GET("/givenReward", { signal }));
      return listOf(givenRewardList, asGivenReward);
    },
  });
  const given = data?.find(({ transactionSourceId }) => transactionSourceId === GIVEN_FOR[what]);
  return data === undefined && !isError ? undefined : (given ?? null);
}

/** The rewards of all tiers, those above the signed-in member's own locked: `GET /membershipReward`. */
export const useTierRewards = () =>
  useMemberQuery(keys.tierRewards, async (_, signal) => {
    const { membershipRewardList } = await responseBody(api().GET("/membershipReward", { signal }));
    return listOf(membershipRewardList, asTierReward);
  });

/** One reward of the catalogue with its outlets; null waits: `GET /reward/{id}`. Fresh for five minutes (spec 001 §9). */
export const useReward = (rewardId: number | null) =>
  useDetailQuery(rewardId, {
    key: keys.reward,
    load: async (id, signal) => {
      const params = { path: { reward_id: id } };
      return asReward(await responseBody(api().GET("/reward/{reward_id}", { params, signal })));
    },
    listed: inList<Reward>(keys.rewards),
  });

/** One reward of a tier with its outlets; null waits: `GET /membershipReward/{id}`. */
export const useTierReward = (rewardId: number | null) =>
  useDetailQuery(rewardId, {
    key: keys.tierReward,
    load: async (id, signal) => {
      const params = { path: { reward_id: id } };
      const call = api().GET("/membershipReward/{reward_id}", { params, signal });
      return asTierReward(await responseBody(call));
    },
    listed: inList<TierReward>(keys.tierRewards),
  });

const inList =
  <T extends { id: number }>(key: MemberKey) =>
  (client: QueryClient, memberId: number, id: number) =>
    client.getQueryData<T[]>(key(memberId))?.find((one) => one.id === id);

/** The dialog cannot be left while a claim is under way, and a network may lose the response. */
const CLAIM_TIMEOUT_MS = 30_000;

const onceFor = (idempotencyKey: string) => ({ header: { "Idempotency-Key": idempotencyKey } });

const CLAIM_KEY_MS = 48 * 60 * 60 * 1000;

const unansweredClaims = () =>
  (tokenStore.unansweredClaims.read() ?? []).filter(({ at }) => Date.now() - at < CLAIM_KEY_MS);

function claimKey(rewardId: number): string {
  const known = unansweredClaims();
  const unanswered = known.find((claim) => claim.rewardId === rewardId);
  if (unanswered) return unanswered.key;
  const key = newIdempotencyKey();
  tokenStore.unansweredClaims.write([...known, { rewardId, key, at: Date.now() }]);
  return key;
}

function forgetClaimKey(rewardId: number) {
  const others = unansweredClaims().filter((claim) => claim.rewardId !== rewardId);
  tokenStore.unansweredClaims.write(others);
}

/**
 * Turns points into a voucher: `POST /claim`. A claim whose answer was lost counts once, however often it is sent again. The
 * new balance is shown everywhere at once; everything else of the member is fetched again.
 */
export function useClaim() {
  const client = useQueryClient();
  return useMemberMutation(
    ({ path }, { rewardId }: { rewardId: number }) =>
      responseBody(
        api().POST("/claim", {
          params: onceFor(claimKey(rewardId)),
          body: { memberId: path.member_id, rewardId },
          signal: AbortSignal.timeout(CLAIM_TIMEOUT_MS),
        }),
      ),
    {
      onSuccess: ({ memberPointAmount }, { rewardId }) => {
        forgetClaimKey(rewardId);
        const now = session.getSnapshot();
        if (now.status === "signed-in") session.setUser({ ...now.user, memberPointAmount });
      },
      onError: (error, { rewardId }) => {
        if (isRefusal(error)) forgetClaimKey(rewardId);
      },
      onSettled: () => void client.invalidateQueries({ queryKey: keys.ofMembers }),
    },
  );
}

/** How many vouchers one response has at most (libs/api-client/openapi.json). */
const PAGE_SIZE = 100;

interface VoucherQuery extends Partial<PageQuery> {
  IsValid: boolean;
  /** A part of the code, in any case; all for an empty one. */
  Code: string;
}

/** The signed-in member's vouchers, newest first: `GET /memberReward?Code=&IsValid=`. */
async function getVouchers(query: VoucherQuery, signal: AbortSignal) {
  const answer = await responseBody(api().GET("/memberReward", { params: { query }, signal }));
  return listOf(answer.memberRewardList, asVoucher);
}

const getValidVouchers = (Code: string, limit: number, signal: AbortSignal) =>
  getVouchers({ Code, IsValid: true, limit }, signal);

/** The vouchers the signed-in member can still use, all or those with a part of the code; what ends first comes first. */
export function useValidVouchers(code = "") {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.validVouchers(memberId, code),
    queryFn:
      memberId === null ? skipToken : ({ signal }) => getValidVouchers(code, PAGE_SIZE, signal),
    select: endingFirst,
    // The list stays while the next search runs; the dashboard's serves where it was all of it.
    placeholderData: (before) =>
      before ?? (code === "" ? wholePromoted(client, memberId) : undefined),
  });
}

/** How many vouchers the dashboard shows at most (spec 000 §9). */
const PROMOTED = 6;

/** The vouchers that the dashboard shows the signed-in member: the six newest that can still be used. */
export const usePromotedVouchers = () =>
  useMemberQuery(keys.promotedVouchers, (_, signal) => getValidVouchers("", PROMOTED, signal), {
    select: endingFirst,
  });

const endingFirst = (vouchers: Voucher[]) =>
  vouchers.toSorted((one, other) => Date.parse(one.expireAt) - Date.parse(other.expireAt));

/** The vouchers of the dashboard where there are no others: fewer than it requests. */
function wholePromoted(client: QueryClient, memberId: number | null) {
  const promoted = client.getQueryData<Voucher[]>(keys.promotedVouchers(memberId));
  return promoted && promoted.length < PROMOTED ? promoted : undefined;
}

/**
 * Finds the voucher of a reward whose code the signed-in member is showing; null fetches nothing. The list is fetched
 * each time: the till may have used the voucher since.
 *
 * @returns the voucher: null when there is none, and as long as that is not known
 */
export function usePresentedVoucher(rewardId: number | null) {
  const memberId = useMemberId();
  const enabled = memberId !== null && rewardId !== null;
  const { data, isFetching } = useQuery({
    queryKey: keys.validVouchers(memberId, ""),
    queryFn: ({ signal }) => getValidVouchers("", PAGE_SIZE, signal),
    enabled,
    refetchOnMount: "always",
  });
  const isShown = (voucher: Voucher) =>
    voucher.transactionId === rewardId && isPresented(voucherValidity(voucher), serverNow());
  const voucher = (enabled && data?.find(isShown)) || null;
  return { voucher, isPending: enabled && voucher === null && isFetching };
}

/** The signed-in member's past vouchers, newest first, a page of 100 after the other. */
export const useVoucherHistory = () =>
  useMemberPages(keys.voucherHistory, PAGE_SIZE, (_, page, signal) =>
    getVouchers({ Code: "", IsValid: false, ...page }, signal),
  );

/**
 * What the signed-in member's vouchers have saved this year, in sen; undefined while that is not known, and with more
 * past vouchers than one response has.
 *
 * @param including a voucher that was used just now: until the history has it, nothing is known
 */
export function useSavedThisYear(including?: number): number | undefined {
  const { data: vouchers, hasNextPage } = useVoucherHistory();
  const { data: rewards } = useRewards();
  if (!vouchers || !rewards || hasNextPage) return undefined;
  if (including !== undefined && !vouchers.some(({ id }) => id === including)) return undefined;
  return savedInYear(vouchers, rewards, serverNow());
}

/** One of the signed-in member's vouchers with its outlets; null waits: `GET /memberReward/{id}`. */
export const useVoucher = (
  voucherId: number | null,
  { refetchIntervalMs }: { refetchIntervalMs?: number } = {},
) =>
  useDetailQuery(voucherId, {
    key: keys.voucher,
    load: async (id, signal) => {
      const params = { path: { voucher_id: id } };
      return asVoucher(
        await responseBody(api().GET("/memberReward/{voucher_id}", { params, signal })),
      );
    },
    listed: listedVoucher,
    refetchInterval: refetchIntervalMs,
  });

/** A voucher as the lists have it; the history first, because a used voucher stays used. */
function listedVoucher(client: QueryClient, memberId: number, id: number) {
  const history = client.getQueryData<InfiniteData<Voucher[]>>(keys.voucherHistory(memberId));
  const valid = client.getQueryData<Voucher[]>(keys.validVouchers(memberId, ""));
  const promoted = client.getQueryData<Voucher[]>(keys.promotedVouchers(memberId));
  return [...(history?.pages.flat() ?? []), ...(valid ?? []), ...(promoted ?? [])].find(
    (one) => one.id === id,
  );
}

/** Which voucher is shown where. */
interface Presentation extends Idempotent {
  voucherId: number;
  /** Null: at any outlet where it is good. */
  outletId: number | null;
  /** The counter has no network: the code is signed for a till that works without. */
  withoutNetwork?: boolean;
}

/**
 * Shows a voucher's code at an outlet for half an hour, once for each key: `POST /memberRedeem`. The voucher's record
 * follows at once.
 */
export function usePresent() {
  const client = useQueryClient();
  const memberId = useMemberId();
  const refreshVouchers = useRefresh(keys.vouchers);
  const refreshRewards = useRefresh(keys.rewards);
  return useMemberMutation(
    async ({ path }, { voucherId, idempotencyKey, ...where }: Presentation) => {
      const body = { memberId: path.member_id, memberRewardId: voucherId, ...where };
      const call = api().POST("/memberRedeem", { params: onceFor(idempotencyKey), body });
      return (await responseBody(call)).memberRedeem;
    },
    {
      onSuccess: ({ presentUntil, outletId, signedCode, tillName }, { voucherId }) => {
        client.setQueryData<VoucherDetail>(
          keys.voucher(memberId, voucherId),
          (voucher) =>
            voucher && { ...voucher, statusId: 2, presentUntil, outletId, signedCode, tillName },
        );
      },
      onSettled: () => {
        void refreshVouchers();
        void refreshRewards();
      },
    },
  );
}
