import { useQuery } from "@tanstack/react-query";

import { verifyBills } from "../../queries/bills.ts";
import { useChange } from "../../queries/queries.ts";
import { call, type Schema } from "../../queries/requests.ts";

/** A file of sales against the bills of its outlets and days. */
export type SalesDifferences = Schema<"Differences">;
/** A bill of ours in those lists. */
export type SalesBill = Schema<"StaffBill">;

/** The text of a CSV of sales against the bills; nothing is written. It is fetched anew whenever another file is chosen. */
export const useSalesDifferences = (file: { text: string; chosenAt: number }) =>
  useQuery({
    queryKey: ["staff", "reconcile", file.chosenAt],
    queryFn: () => call("POST /staff/reconcile", { body: { file: file.text } }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Verifies chosen bills that match a file. The differences and the office's bills follow. */
export const useVerifySales = () =>
  useChange(
    (bills: readonly SalesBill[]) =>
      verifyBills(
        bills.map(({ id }) => id),
        "verified by a file of sales",
      ),
    ["staff", "reconcile"],
    ["staff", "bills"],
  );
