import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { verifyBills } from "../../queries/bills.ts";
import { useChange, usePages, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A bill in the office: `statusId` 1 pending, 2 verified, 3 void; `odd` says what to look at first. */
export type OfficeBill = Schema<"OfficeBill">;

type BillsQuery = QueryOf<"GET /staff/bill">;
export type BillState = NonNullable<BillsQuery["state"]>;

const lists = ["staff", "bills"];

/** Which bills: what `GET /staff/bill`, their sum and their file have in common. */
export type BillFilter = QueryOf<"GET /staff/bill/sum">;
export type BillFlag = NonNullable<BillFilter["flag"]>;
export type BillOrder = Pick<BillsQuery, "sort" | "order">;

/** The bills of one's outlets, by default the oddest first. */
export const useOfficeBills = (query: BillFilter & BillOrder) =>
  usePages([...lists, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/bill", { params, signal })).billList;
  });

/** How many bills there are in all, and what they come to: `GET /staff/bill/sum`. */
export const useBillSums = (query: BillFilter) =>
  useQuery({
    queryKey: [...lists, "sum", query],
    queryFn: ({ signal }) => call("GET /staff/bill/sum", { params: { query }, signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches the bills of a list for a spreadsheet; it asks for a fresh verification, and is logged: `GET /staff/bill/file`. */
export const billsFile = (query: QueryOf<"GET /staff/bill/file">) =>
  call("GET /staff/bill/file", { params: { query }, parseAs: "blob" });

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
