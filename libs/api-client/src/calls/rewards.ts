import { api, responseBody } from "../http.ts";
import { asGivenReward, asReward, asTierReward, asVoucher, listOf } from "../rules/records.ts";
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

/** The catalogue, the cheapest first: `GET /reward`. With a session the flags are the member's own. */
export const getRewards = async (signal?: AbortSignal): Promise<Reward[]> =>
  listOf((await responseBody(api().GET("/reward", { signal }))).rewardList, asReward);

/** One reward of the catalogue with its outlets: `GET /reward/{id}`. */
export const getReward = async (id: number, signal?: AbortSignal): Promise<RewardDetail> =>
  asReward(
    await responseBody(
      api().GET("/reward/{reward_id}", { params: { path: { reward_id: id } }, signal }),
    ),
  );

/** What is given for joining and for a friend: `GET /givenReward`. */
export const getGivenRewards = async (signal?: AbortSignal): Promise<GivenReward[]> =>
  listOf(
    (await responseBody(api().GET("/givenReward", { signal }))).givenRewardList,
    asGivenReward,
  );

/** The rewards of all tiers, those above the member's own locked: `GET /membershipReward`. */
export const getTierRewards = async (signal?: AbortSignal): Promise<TierReward[]> =>
  listOf(
    (await responseBody(api().GET("/membershipReward", { signal }))).membershipRewardList,
    asTierReward,
  );

/** One reward of a tier with its outlets: `GET /membershipReward/{id}`. */
export const getTierReward = async (id: number, signal?: AbortSignal): Promise<TierRewardDetail> =>
  asTierReward(
    await responseBody(
      api().GET("/membershipReward/{reward_id}", { params: { path: { reward_id: id } }, signal }),
    ),
  );

/** A write that spends or grants, safe to send again. */
export interface Idempotent {
  /** The same request with the same key gets the first response again. */
  idempotencyKey: string;
}

/** The dialog cannot be left while a claim is under way, and a network may lose the response. */
const CLAIM_TIMEOUT_MS = 30_000;

/** Turns points into a voucher, once for each key: `POST /claim`. */
export const claimReward = (
  memberId: number,
  { rewardId, idempotencyKey }: { rewardId: number } & Idempotent,
): Promise<Claimed> =>
  responseBody(
    api().POST("/claim", {
      params: { header: { "Idempotency-Key": idempotencyKey } },
      body: { memberId, rewardId },
      signal: AbortSignal.timeout(CLAIM_TIMEOUT_MS),
    }),
  );

/** Which vouchers: those that can still be used, or the history of the others. */
interface VoucherQuery {
  isValid: boolean;
  /** A part of the code, in any case. */
  code?: string;
  limit?: number;
  offset?: number;
}

/** A page of the signed-in member's vouchers, newest first: `GET /memberReward?Code=&IsValid=`. */
export const getVouchers = async (
  { isValid, code = "", limit, offset }: VoucherQuery,
  signal?: AbortSignal,
): Promise<Voucher[]> =>
  listOf(
    (
      await responseBody(
        api().GET("/memberReward", {
          params: { query: { Code: code, IsValid: isValid, limit, offset } },
          signal,
        }),
      )
    ).memberRewardList,
    asVoucher,
  );

/** One of the signed-in member's vouchers with its outlets: `GET /memberReward/{id}`. */
export const getVoucher = async (id: number, signal?: AbortSignal): Promise<VoucherDetail> =>
  asVoucher(
    await responseBody(
      api().GET("/memberReward/{voucher_id}", { params: { path: { voucher_id: id } }, signal }),
    ),
  );

/** Which voucher is shown where. */
export interface Presentation extends Idempotent {
  voucherId: number;
  outletId: number;
  /** The counter has no network: the code is signed for a till that works without. */
  withoutNetwork?: boolean;
}

/** Shows a voucher's code at an outlet for half an hour, once for each key: `POST /memberRedeem`. */
export const presentVoucher = async (
  memberId: number,
  { voucherId, outletId, withoutNetwork, idempotencyKey }: Presentation,
): Promise<ShownVoucher> =>
  (
    await responseBody(
      api().POST("/memberRedeem", {
        params: { header: { "Idempotency-Key": idempotencyKey } },
        body: {
          memberId,
          memberRewardId: voucherId,
          outletId,
          ...(withoutNetwork && { withoutNetwork }),
        },
      }),
    )
  ).memberRedeem;
