import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A bill in a list of the staff: the cashier's name, and why whoever asks cannot take it back. */
export type ListedBill = Schema<"ListedBill">;
/** A voucher that is presented at an outlet and has not been used. */
export type StuckVoucher = Schema<"StuckVoucher">;

/** Which bills of an outlet, newest first unless `sort` and `order` say otherwise. */
export interface OutletBillsQuery {
  receiptNumber?: string;
  /** `YYYY-MM-DD`, a Malaysian day. */
  businessDay?: string;
  isPending?: boolean;
  limit?: number;
  offset?: number;
}

/** A page of an outlet's bills: `GET /staff/outlet/{id}/earn`. */
export const getOutletBills = async (
  outletId: number,
  query: OutletBillsQuery,
  signal?: AbortSignal,
): Promise<ListedBill[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/outlet/{outlet_id}/earn", {
        params: { path: { outlet_id: outletId }, query },
        signal,
      }),
    )
  ).billList;

const ofBill = (outletId: number, billId: number) => ({
  path: { outlet_id: outletId, bill_id: billId },
});

/** Credits the points of a pending bill: `POST /staff/outlet/{id}/earn/{id}/verify`. */
export async function verifyBill(outletId: number, billId: number): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/outlet/{outlet_id}/earn/{bill_id}/verify", {
      params: ofBill(outletId, billId),
    }),
  );
}

/** Takes a bill of an outlet back: `POST /staff/outlet/{id}/earn/{id}/void`. */
export async function voidBill(outletId: number, billId: number, reason: string): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/outlet/{outlet_id}/earn/{bill_id}/void", {
      params: ofBill(outletId, billId),
      body: { reason },
    }),
  );
}

/** The vouchers that are presented at an outlet, the oldest first: `GET /staff/outlet/{id}/voucher`. */
export const getStuckVouchers = async (
  outletId: number,
  signal?: AbortSignal,
): Promise<StuckVoucher[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/outlet/{outlet_id}/voucher", {
        params: { path: { outlet_id: outletId } },
        signal,
      }),
    )
  ).voucherList;

/** Gives a presented voucher back to its member: `POST /staff/outlet/{id}/voucher/{id}/release`. */
export async function releaseStuckVoucher(
  outletId: number,
  voucherId: number,
  reason: string,
): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/outlet/{outlet_id}/voucher/{voucher_id}/release", {
      params: { path: { outlet_id: outletId, voucher_id: voucherId } },
      body: { reason },
    }),
  );
}
