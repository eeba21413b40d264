import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";

import {
  cancelVoucher,
  findVoucher,
  getOfficeVouchers,
  redeemByHand,
  releaseVoucher,
  restoreVoucher,
  type OfficeUse,
  type VouchersQuery,
} from "../../staff/vouchers.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;
const all = ["staff", "vouchers"];

/** The vouchers of one's outlets, a page of 50 after the other; members show and tills use them all day. */
export const useOfficeVouchers = (query: VouchersQuery) =>
  useInfiniteQuery({
    queryKey: [...all, "list", query],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getOfficeVouchers({ ...query, ...page }, signal),
      idOf: ({ id }) => id,
    }),
    refetchOnMount: "always",
  });

/** The one voucher of a code, as a list of one. The code is not kept. */
export const useVoucherByCode = (code: string) =>
  useQuery({
    queryKey: [...all, "code", code],
    queryFn: async ({ signal }) => [await findVoucher(code, signal)],
    refetchOnMount: "always",
    gcTime: 0,
  });

/** A change of a voucher. What is shown follows, also after a refusal: a till may have been quicker. */
function useChange<Change, Result>(
  change: (change: Change) => Promise<Result>,
): UseMutationResult<Result, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
}

/** Uses a voucher that is shown. */
export const useRedeemByHand = (voucherId: number) =>
  useChange((body: OfficeUse) => redeemByHand(voucherId, body));

/** Gives a voucher back to its member. */
export const useReleaseVoucher = (voucherId: number) =>
  useChange((reason: string) => releaseVoucher(voucherId, reason));

/** Cancels a voucher for good. */
export const useCancelVoucher = (voucherId: number) =>
  useChange((reason: string) => cancelVoucher(voucherId, reason));

/** Asks that a used voucher can be used again. */
export const useRestoreVoucher = (voucherId: number) =>
  useChange((reason: string) => restoreVoucher(voucherId, reason));
