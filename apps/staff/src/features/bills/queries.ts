import { verifyBills } from "../../queries/bills.ts";
import { useChange, usePages, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A bill in the office: `statusId` 1 pending, 2 verified, 3 void; `odd` says what to look at first. */
export type OfficeBill = Schema<"OfficeBill">;

type BillsQuery = QueryOf<"GET /staff/bill">;
export type BillState = NonNullable<BillsQuery["state"]>;

const lists = ["staff", "bills"];

/** The bills of one's outlets, the oddest first. */
export const useOfficeBills = (query: BillsQuery) =>
  usePages([...lists, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/bill", { params, signal })).billList;
  });

/** Verifies bills, and returns what became of each. */
export const useVerifyBills = () => useChange((ids: readonly number[]) => verifyBills(ids), lists);

/** Voids a bill; the points of a verified one are reversed. */
export const useVoidBill = (billId: number) =>
  useSend("POST /staff/bill/{bill_id}/void", { bill_id: billId }, lists);

/** Records a bill that is in no till; the same receipt again gives the first bill, which is not `isNew` then. */
export const useAddBill = () => useSend("POST /staff/bill", {}, lists);

/**
 * Moves a bill to another member, or proposes it. Gives the other member's bill, or the number of the proposal that waits
 * for another person.
 */
export const useMoveBill = (billId: number) =>
  useSend("POST /staff/bill/{bill_id}/move", { bill_id: billId }, lists);
