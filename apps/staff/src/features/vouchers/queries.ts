import type { paths } from "@loyalty/api-client/generated/schema.d.ts";
import { api } from "@loyalty/api-client/http.ts";
import { useQuery } from "@tanstack/react-query";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** A voucher in the office, without its code: its state, where it is shown or was used, and by which till. */
export type OfficeVoucher = Schema<"OfficeVoucher">;
/** Which vouchers are listed; shown ones include the stuck ones. */
type VouchersQuery = Pick<
  NonNullable<paths["/api/staff/voucher"]["get"]["parameters"]["query"]>,
  "outletId" | "state"
>;
export type VoucherState = NonNullable<VouchersQuery["state"]>;

const all = ["staff", "vouchers"];
const ofVoucher = (voucherId: number) => ({ path: { voucher_id: voucherId } });

/** The vouchers that are shown or were used at one's outlets, the newest first: `GET /staff/voucher`. */
export const useOfficeVouchers = (query: VouchersQuery) =>
  usePages<OfficeVoucher>([...all, "list", query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await staffBody(() => api().GET("/staff/voucher", { params, signal }))).voucherList;
  });

/** The one voucher of a code as somebody typed it, as a list of one: `POST /staff/voucher/find`. The code is not kept. */
export const useVoucherByCode = (code: string) =>
  useQuery({
    queryKey: [...all, "code", code],
    queryFn: async ({ signal }) => [
      await staffBody(() => api().POST("/staff/voucher/find", { body: { code }, signal })),
    ],
    refetchOnMount: "always",
    gcTime: 0,
  });

/** Uses a voucher that is shown; one with a minimum spend needs `netAmount`: `POST /staff/voucher/{id}/use`. */
export const useRedeemByHand = (voucherId: number) =>
  useChange(
    (body: Schema<"OfficeUse">) =>
      staffBody(() =>
        api().POST("/staff/voucher/{voucher_id}/use", { params: ofVoucher(voucherId), body }),
      ),
    all,
  );

/** Gives a voucher that is shown or stuck back to its member: `POST /staff/voucher/{id}/release`. */
export const useReleaseVoucher = (voucherId: number) =>
  useChange(
    (reason: string) =>
      staffBody(() =>
        api().POST("/staff/voucher/{voucher_id}/release", {
          params: ofVoucher(voucherId),
          body: { reason },
        }),
      ),
    all,
  );

/** Cancels a voucher for good and refunds its points: `POST /staff/voucher/{id}/cancel`. */
export const useCancelVoucher = (voucherId: number) =>
  useChange(
    (reason: string) =>
      staffBody(() =>
        api().POST("/staff/voucher/{voucher_id}/cancel", {
          params: ofVoucher(voucherId),
          body: { reason },
        }),
      ),
    all,
  );

/** Asks that a used voucher can be used again; another person approves: `POST /staff/voucher/{id}/restore`. */
export const useRestoreVoucher = (voucherId: number) =>
  useChange(
    (reason: string) =>
      staffBody(() =>
        api().POST("/staff/voucher/{voucher_id}/restore", {
          params: ofVoucher(voucherId),
          body: { reason },
        }),
      ),
    all,
  );
