import type { paths } from "../generated/schema.d.ts";
import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A voucher in the office, without its code: its state, where it is shown or was used, and by which till. */
export type OfficeVoucher = Schema<"OfficeVoucher">;
/** Where a voucher is used by hand; one with a minimum spend needs `netAmount`. */
export type OfficeUse = Schema<"OfficeUse">;
/** The request to undo a use, which waits for another person. */
export type Restoration = Schema<"Restoration">;
/** Which vouchers are listed; shown ones include the stuck ones. */
export type VouchersQuery = Pick<
  NonNullable<paths["/api/staff/voucher"]["get"]["parameters"]["query"]>,
  "outletId" | "state"
>;
export type VoucherState = NonNullable<VouchersQuery["state"]>;

const ofVoucher = (voucherId: number) => ({ path: { voucher_id: voucherId } });

/** A page of the vouchers that are shown or were used at one's outlets, the newest first: `GET /staff/voucher`. */
export const getOfficeVouchers = async (
  query: VouchersQuery & { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<OfficeVoucher[]> =>
  (await staffBody(() => api().GET("/staff/voucher", { params: { query }, signal }))).voucherList;

/** The voucher of a code as somebody typed it: `POST /staff/voucher/find`. */
export const findVoucher = (code: string, signal?: AbortSignal): Promise<OfficeVoucher> =>
  staffBody(() => api().POST("/staff/voucher/find", { body: { code }, signal }));

/** Uses a voucher that is shown: `POST /staff/voucher/{id}/use`. */
export const redeemByHand = (voucherId: number, body: OfficeUse): Promise<OfficeVoucher> =>
  staffBody(() =>
    api().POST("/staff/voucher/{voucher_id}/use", { params: ofVoucher(voucherId), body }),
  );

/** Gives a voucher that is shown or stuck back to its member: `POST /staff/voucher/{id}/release`. */
export const releaseVoucher = (voucherId: number, reason: string): Promise<OfficeVoucher> =>
  staffBody(() =>
    api().POST("/staff/voucher/{voucher_id}/release", {
      params: ofVoucher(voucherId),
      body: { reason },
    }),
  );

/** Cancels a voucher for good and refunds its points: `POST /staff/voucher/{id}/cancel`. */
export const cancelVoucher = (voucherId: number, reason: string): Promise<OfficeVoucher> =>
  staffBody(() =>
    api().POST("/staff/voucher/{voucher_id}/cancel", {
      params: ofVoucher(voucherId),
      body: { reason },
    }),
  );

/** Asks that a used voucher can be used again; another person approves: `POST /staff/voucher/{id}/restore`. */
export const restoreVoucher = (voucherId: number, reason: string): Promise<Restoration> =>
  staffBody(() =>
    api().POST("/staff/voucher/{voucher_id}/restore", {
      params: ofVoucher(voucherId),
      body: { reason },
    }),
  );
