import { answerOf, api } from "../http.ts";
import type { Claimed, Reward, RewardDetail, TierReward, TierRewardDetail } from "../wire.ts";

/** The catalogue, the cheapest first: `GET /reward`. With a session the flags are the member's own. */
export const getRewards = async (signal?: AbortSignal): Promise<Reward[]> =>
  (await answerOf(api().GET("/reward", { signal }))).rewardList;

/** One reward of the catalogue with its outlets: `GET /reward/{id}`. */
export const getReward = (id: number, signal?: AbortSignal): Promise<RewardDetail> =>
  answerOf(api().GET("/reward/{reward_id}", { params: { path: { reward_id: id } }, signal }));

/** The rewards of all tiers, those above the member's own locked: `GET /membershipReward`. */
export const getTierRewards = async (signal?: AbortSignal): Promise<TierReward[]> =>
  (await answerOf(api().GET("/membershipReward", { signal }))).membershipRewardList;

/** One reward of a tier with its outlets: `GET /membershipReward/{id}`. */
export const getTierReward = (id: number, signal?: AbortSignal): Promise<TierRewardDetail> =>
  answerOf(
    api().GET("/membershipReward/{reward_id}", { params: { path: { reward_id: id } }, signal }),
  );

/** What a write that spends or grants is known by, however often it is sent. */
export interface Once {
  /** The same key with the same wish is answered as the first time. */
  idempotencyKey: string;
}

/** Turns points into a voucher, once for each key: `POST /claim`. */
export const claimReward = (
  memberId: number,
  { rewardId, idempotencyKey }: { rewardId: number } & Once,
): Promise<Claimed> =>
  answerOf(
    api().POST("/claim", {
      params: { header: { "Idempotency-Key": idempotencyKey } },
      body: { memberId, rewardId },
    }),
  );

/** A new key: 128 random bits. Make one for each dialog that is opened, and keep it while it is tried again. */
export function newIdempotencyKey(): string {
  // Not randomUUID: it is missing where a page is served without TLS, as in a house's own network.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
