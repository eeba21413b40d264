import { inHundreds } from "./queries.ts";
import { call, type Schema } from "./requests.ts";

/** What became of one bill of many; `message` says why it was refused. */
export type VerifiedBill = Schema<"Verified">;

/** Verifies bills, a hundred in one request; returns what became of each. */
export async function verifyBills(
  ids: readonly number[],
  reason?: string,
): Promise<VerifiedBill[]> {
  const results: VerifiedBill[] = [];
  for (const billIds of inHundreds(ids)) {
    const body = { billIds, ...(reason && { reason }) };
    results.push(...(await call("POST /staff/bill/verify", { body })).resultList);
  }
  return results;
}
