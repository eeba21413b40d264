import { useQuery } from "@tanstack/react-query";

import { inHundreds, useChange } from "../../queries/queries.ts";
import { call, type Schema } from "../../queries/requests.ts";

/** A file of sales against the bills of its outlets and days. */
export type SalesDifferences = Schema<"Differences">;
/** A bill of ours in those lists. */
export type SalesBill = Schema<"TillBill">;

/** The text of a CSV of sales against the bills; nothing is written. It is fetched anew whenever another file is chosen. */
export const useSalesDifferences = (file: { text: string; chosenAt: number }) =>
  useQuery({
    queryKey: ["staff", "reconcile", file.chosenAt],
    queryFn: () => call("POST /staff/reconcile", { body: { file: file.text } }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Verifies chosen bills that match the same file. The differences and the outlets' bills follow. */
export const useVerifySales = (file: string) =>
  useChange(
    async (bills: readonly SalesBill[]) => {
      const result: Schema<"VerifiedSales"> = { verified: [], refused: [] };
      for (const billIds of inHundreds(bills.map(({ id }) => id))) {
        const done = await call("POST /staff/reconcile/verify", { body: { file, billIds } });
        result.verified.push(...done.verified);
        result.refused.push(...done.refused);
      }
      return result;
    },
    ["staff", "reconcile"],
    ["staff", "outlet"],
  );
