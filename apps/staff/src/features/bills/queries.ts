import type { paths } from "@loyalty/api-client/generated/schema.d.ts";
import { api } from "@loyalty/api-client/http.ts";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** A bill in the office: `statusId` 1 pending, 2 verified, 3 void; `odd` says what to look at first. */
export type OfficeBill = Schema<"OfficeBill">;
/** What became of one bill of many; `message` says why it was refused. */
export type VerifiedBill = Schema<"Verified">;
/** Which bills are listed. */
type BillsQuery = Pick<
  NonNullable<paths["/api/staff/bill"]["get"]["parameters"]["query"]>,
  "outletId" | "state" | "receiptNumber" | "businessDay"
>;
export type BillState = NonNullable<BillsQuery["state"]>;

/** The most bills of one call to verify them. */
const MOST_VERIFIED = 100;

const lists = ["staff", "bills"];

/** The bills of one's outlets, the oddest first: `GET /staff/bill`. */
export const useOfficeBills = (query: BillsQuery) =>
  usePages<OfficeBill>([...lists, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await staffBody(() => api().GET("/staff/bill", { params, signal }))).billList;
  });

/** Verifies bills, a hundred after the other, and gives what became of each: `POST /staff/bill/verify`. */
export const useVerifyBills = () =>
  useChange(async (billIds: readonly number[]) => {
    const results: VerifiedBill[] = [];
    for (let at = 0; at < billIds.length; at += MOST_VERIFIED) {
      const body = { billIds: billIds.slice(at, at + MOST_VERIFIED) };
      const { resultList } = await staffBody(() => api().POST("/staff/bill/verify", { body }));
      results.push(...resultList);
    }
    return results;
  }, lists);

/** Voids a bill; the points of a verified one are reversed: `POST /staff/bill/{id}/void`. */
export const useVoidBill = () =>
  useChange(
    ({ billId, reason }: { billId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/bill/{bill_id}/void", {
          params: { path: { bill_id: billId } },
          body: { reason },
        }),
      ),
    lists,
  );

/**
 * Records a bill that is in no till; the same receipt again gives the first bill, which is not `isNew` then:
 * `POST /staff/bill`.
 */
export const useAddBill = () =>
  useChange(
    (body: Schema<"NewBill">) => staffBody(() => api().POST("/staff/bill", { body })),
    lists,
  );

/**
 * Moves a bill to another member, or proposes it: `POST /staff/bill/{id}/move`. Gives the other member's bill, or the
 * number of the proposal that waits for another person.
 */
export const useMoveBill = () =>
  useChange(
    ({ billId, ...body }: { billId: number; memberId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/bill/{bill_id}/move", { params: { path: { bill_id: billId } }, body }),
      ),
    lists,
  );
