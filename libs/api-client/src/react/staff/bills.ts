import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";

import {
  addBill,
  getOfficeBills,
  MOST_VERIFIED,
  moveBill,
  verifyBills,
  voidBill,
  type AddedBill,
  type BillsQuery,
  type MovedBill,
  type NewBill,
  type VerifiedBill,
} from "../../staff/bills.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;
const lists = ["staff", "bills"];

/** The bills of one's outlets, a page of 50 after the other, the oddest first; tills add to them all day. */
export const useOfficeBills = (query: BillsQuery) =>
  useInfiniteQuery({
    queryKey: [...lists, query],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getOfficeBills({ ...query, ...page }, signal),
      idOf: ({ id }) => id,
    }),
    refetchOnMount: "always",
  });

/** A change of bills. The lists follow, also after a refusal: somebody else may have been quicker. */
function useChange<Change, Result>(
  change: (change: Change) => Promise<Result>,
): UseMutationResult<Result, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Verifies bills, a hundred after the other; gives what became of each. */
export const useVerifyBills = () =>
  useChange(async (billIds: readonly number[]) => {
    const results: VerifiedBill[] = [];
    for (let at = 0; at < billIds.length; at += MOST_VERIFIED) {
      results.push(...(await verifyBills(billIds.slice(at, at + MOST_VERIFIED))));
    }
    return results;
  });

/** Voids a bill. */
export const useVoidBill = () =>
  useChange<{ billId: number; reason: string }, void>(({ billId, reason }) =>
    voidBill(billId, reason),
  );

/** Records a bill by hand. */
export const useAddBill = () => useChange<NewBill, AddedBill>(addBill);

/** Moves a bill to another member, or proposes it. */
export const useMoveBill = () =>
  useChange<{ billId: number; memberId: number; reason: string }, MovedBill>(
    ({ billId, memberId, reason }) => moveBill(billId, memberId, reason),
  );
