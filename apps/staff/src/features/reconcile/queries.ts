import { api } from "@loyalty/api-client/http.ts";
import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";

import { useChange } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** A file of sales against the bills of its outlets and days. */
export type SalesDifferences = Schema<"Differences">;
/** The bills that were verified, and why others were not. */
type VerifiedSales = Schema<"VerifiedSales">;
/** A bill of ours in those lists. */
export type SalesBill = Schema<"TillBill">;

/** The most bills of one call to verify them. */
const MOST_VERIFIED = 100;

/**
 * The text of a CSV of sales against the bills; nothing is written: `POST /staff/reconcile`. It is fetched anew whenever
 * `file` is another, null: none is chosen.
 */
export const useSalesDifferences = (
  file: { text: string; chosenAt: number } | null,
): UseQueryResult<SalesDifferences> =>
  useQuery({
    queryKey: ["staff", "reconcile", file?.chosenAt ?? null],
    queryFn: () => staffBody(() => api().POST("/staff/reconcile", { body: { file: file!.text } })),
    enabled: file !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

/**
 * Verifies chosen bills that match the same file, a hundred after the other: `POST /staff/reconcile/verify`. The
 * differences and the outlets' bills follow.
 */
export const useVerifySales = (
  file: string,
): UseMutationResult<VerifiedSales, Error, readonly SalesBill[]> =>
  useChange(
    async (bills) => {
      const all = bills.map(({ id }) => id);
      const result: VerifiedSales = { verified: [], refused: [] };
      for (let at = 0; at < all.length; at += MOST_VERIFIED) {
        const body = { file, billIds: all.slice(at, at + MOST_VERIFIED) };
        const done = await staffBody(() => api().POST("/staff/reconcile/verify", { body }));
        result.verified.push(...done.verified);
        result.refused.push(...done.refused);
      }
      return result;
    },
    ["staff", "reconcile"],
    ["staff", "outlet"],
  );
