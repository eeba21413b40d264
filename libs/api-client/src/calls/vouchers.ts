import { answerOf, api } from "../http.ts";
import { asVoucher, listOf } from "../rules/records.ts";
import type { ShownVoucher, Voucher, VoucherDetail } from "../wire.ts";
import type { Once } from "./rewards.ts";

/** Which vouchers: those that can still be used, or the history of the others. */
export interface VoucherWish {
  isValid: boolean;
  /** A part of the code, in any case. */
  code?: string;
  limit?: number;
  offset?: number;
}

/** A page of the signed-in member's vouchers, newest first: `GET /memberReward?Code=&IsValid=`. */
export const getVouchers = async (
  { isValid, code = "", limit, offset }: VoucherWish,
  signal?: AbortSignal,
): Promise<Voucher[]> =>
  listOf(
    (
      await answerOf(
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
    await answerOf(
      api().GET("/memberReward/{voucher_id}", { params: { path: { voucher_id: id } }, signal }),
    ),
  );

/** Shows a voucher's code at an outlet for half an hour, once for each key: `POST /memberRedeem`. */
export const presentVoucher = async (
  memberId: number,
  { voucherId, outletId, idempotencyKey }: { voucherId: number; outletId: number } & Once,
): Promise<ShownVoucher> =>
  (
    await answerOf(
      api().POST("/memberRedeem", {
        params: { header: { "Idempotency-Key": idempotencyKey } },
        body: { memberId, memberRewardId: voucherId, outletId },
      }),
    )
  ).memberRedeem;
