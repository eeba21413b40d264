import { api } from "../http.ts";
import type { paths } from "../generated/schema.d.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A bill in the office: `statusId` 1 pending, 2 verified, 3 void; `odd` says what to look at first. */
export type OfficeBill = Schema<"OfficeBill">;
/** What became of one bill of many; `message` says why it was refused. */
export type VerifiedBill = Schema<"Verified">;
/** A bill that is in no till. */
export type NewBill = Schema<"NewBill">;
/** The bill; not `isNew`: its receipt was recorded before. */
export type AddedBill = Schema<"AddedBill">;
/** The other member's bill, or the number of the proposal that waits for another person. */
export type MovedBill = Schema<"Moved">;
/** Which bills are listed. */
export type BillsQuery = Pick<
  NonNullable<paths["/api/staff/bill"]["get"]["parameters"]["query"]>,
  "outletId" | "state" | "receiptNumber" | "businessDay"
>;
export type BillState = NonNullable<BillsQuery["state"]>;

/** The most bills of one call to verify them. */
export const MOST_VERIFIED = 100;

/** A page of the bills of one's outlets, the oddest first: `GET /staff/bill`. */
export const getOfficeBills = async (
  query: BillsQuery & { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<OfficeBill[]> =>
  (await staffBody(() => api().GET("/staff/bill", { params: { query }, signal }))).billList;

/** Records a bill that is in no till; the same receipt again gives the first bill: `POST /staff/bill`. */
export const addBill = (body: NewBill): Promise<AddedBill> =>
  staffBody(() => api().POST("/staff/bill", { body }));

/** Verifies bills, each by itself, and says what became of each: `POST /staff/bill/verify`. */
export const verifyBills = async (billIds: number[]): Promise<VerifiedBill[]> =>
  (await staffBody(() => api().POST("/staff/bill/verify", { body: { billIds } }))).resultList;

/** Voids a bill; the points of a verified one are reversed: `POST /staff/bill/{id}/void`. */
export async function voidBill(billId: number, reason: string): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/bill/{bill_id}/void", {
      params: { path: { bill_id: billId } },
      body: { reason },
    }),
  );
}

/** Moves a bill to another member, or proposes it: `POST /staff/bill/{id}/move`. */
export const moveBill = (billId: number, memberId: number, reason: string): Promise<MovedBill> =>
  staffBody(() =>
    api().POST("/staff/bill/{bill_id}/move", {
      params: { path: { bill_id: billId } },
      body: { memberId, reason },
    }),
  );
