import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";

import { inChunks } from "./queries.ts";
import { call, type Schema } from "./requests.ts";

/** What became of one bill of many; `message` says why it was refused. */
export type VerifiedBill = Schema<"Verified">;

export async function verifyBills(
  ids: readonly number[],
  reason?: string,
): Promise<VerifiedBill[]> {
  const results: VerifiedBill[] = [];
  for (const billIds of inChunks(ids)) {
    const body = { billIds, ...(reason && { reason }) };
    results.push(...(await call("POST /staff/bill/verify", { body })).resultList);
  }
  return results;
}

const FOUND = 5;

const billsByReceiptOptions = (receiptNumber: string | null) =>
  queryOptions({
    queryKey: ["staff", "search", receiptNumber],
    queryFn:
      receiptNumber === null
        ? skipToken
        : async ({ signal }) => {
            const params = { query: { receiptNumber, limit: FOUND } };
            return (await call("GET /staff/bill", { params, signal })).billList;
          },
  });

/** The newest bills whose receipt begins with what was typed; null waits. */
export const useBillsByReceipt = (receiptNumber: string | null) =>
  useQuery(billsByReceiptOptions(receiptNumber));
