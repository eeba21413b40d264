import { useInfiniteQuery } from "@tanstack/react-query";

import { verifyBills } from "../../queries/bills.ts";
import { uniqueRows, useChange, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A bill in the office: `statusId` 1 pending, 2 verified, 3 void; `odd` says what to look at first. */
export type OfficeBill = Schema<"OfficeBill">;

export type BillSums = Schema<"BillSums">;

type BillsQuery = QueryOf<"GET /staff/bill">;
export type BillState = NonNullable<BillsQuery["state"]>;

const lists = ["staff", "bills"];

/** Which bills: what `GET /staff/bill` and their file have in common. */
export type BillFilter = Omit<BillsQuery, "sort" | "order" | "limit" | "offset">;
export type BillFlag = NonNullable<BillFilter["flag"]>;
export type BillOrder = Pick<BillsQuery, "sort" | "order">;

const PAGE = 50;

/** The bills of one's outlets, by default the oddest first, and what all of them come to. */
export const useOfficeBills = (query: BillFilter & BillOrder) =>
  useInfiniteQuery({
    queryKey: [...lists, query],
    queryFn: ({ pageParam, signal }) => {
      const params = { query: { ...query, limit: PAGE, offset: pageParam } };
      return call("GET /staff/bill", { params, signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) =>
      last.billList.length === PAGE ? all.length * PAGE : undefined,
    select: ({ pages }) => ({
      bills: uniqueRows(pages.flatMap(({ billList }) => billList)),
      sums: pages[0]?.sums,
    }),
    refetchOnMount: "always",
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
