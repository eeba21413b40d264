import { useQuery } from "@tanstack/react-query";

import { usePages, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A voucher in the office, without its code: its state, where it is shown or was used, and by which till. */
export type OfficeVoucher = Schema<"OfficeVoucher">;
/** Which vouchers are listed; shown ones include the stuck ones. */
type VouchersQuery = QueryOf<"GET /staff/voucher">;
export type VoucherState = NonNullable<VouchersQuery["state"]>;

const all = ["staff", "vouchers"];

/** The vouchers that are shown or were used at one's outlets, the newest first. */
export const useOfficeVouchers = (query: VouchersQuery) =>
  usePages([...all, "list", query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/voucher", { params, signal })).voucherList;
  });

/** The one voucher of a code as somebody typed it, as a list of one. The code is not kept. */
export const useVoucherByCode = (code: string) =>
  useQuery({
    queryKey: [...all, "code", code],
    queryFn: async ({ signal }) => [
      await call("POST /staff/voucher/find", { body: { code }, signal }),
    ],
    refetchOnMount: "always",
    gcTime: 0,
  });

/** Uses a voucher that is shown; one with a minimum spend needs `netAmount`. */
export const useRedeemByHand = (voucherId: number) =>
  useSend("POST /staff/voucher/{voucher_id}/use", { voucher_id: voucherId }, all);

/** Gives a voucher that is shown or stuck back to its member. */
export const useReleaseVoucher = (voucherId: number) =>
  useSend("POST /staff/voucher/{voucher_id}/release", { voucher_id: voucherId }, all);

/** Cancels a voucher for good and refunds its points. */
export const useCancelVoucher = (voucherId: number) =>
  useSend("POST /staff/voucher/{voucher_id}/cancel", { voucher_id: voucherId }, all);

/** Asks that a used voucher can be used again; another person approves. */
export const useRestoreVoucher = (voucherId: number) =>
  useSend("POST /staff/voucher/{voucher_id}/restore", { voucher_id: voucherId }, all);
