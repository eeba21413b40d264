import { useQuery } from "@tanstack/react-query";

import { usePages, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A voucher in the office, without its code: its state, where it is shown or was used, and by which till. */
export type OfficeVoucher = Schema<"OfficeVoucher">;
type VouchersQuery = QueryOf<"GET /staff/voucher">;
export type VoucherState = NonNullable<VouchersQuery["state"]>;
export type VoucherOrder = Pick<VouchersQuery, "sort" | "order">;
type FileQuery = QueryOf<"GET /staff/voucher/file">;
export type VoucherColumn = FileQuery["columns"][number];

const all = ["staff", "vouchers"];

/** The vouchers that are shown or were used at the user's outlets, by default the newest first. */
export const useOfficeVouchers = (query: VouchersQuery) =>
  usePages([...all, "list", query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/voucher", { params, signal })).voucherList;
  });

/** Fetches the vouchers of a list for a spreadsheet; it asks for a fresh verification, and is logged: `GET /staff/voucher/file`. */
export const vouchersFile = (query: FileQuery) =>
  call("GET /staff/voucher/file", { params: { query }, parseAs: "blob" });

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

export type VoucherAct = "release" | "cancel" | "restore";

/**
 * Gives a voucher that is shown or stuck back to its member, cancels one for good and refunds its points, or asks another
 * person that a used one can be used again.
 */
export const useChangeVoucher = (voucherId: number, act: VoucherAct) =>
  useSend(`POST /staff/voucher/{voucher_id}/${act}`, { voucher_id: voucherId }, all);
