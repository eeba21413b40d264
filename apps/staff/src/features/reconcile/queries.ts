import { useMutation, useQuery } from "@tanstack/react-query";

import { verifyBills } from "../../queries/bills.ts";
import { useChange } from "../../queries/queries.ts";
import { type BodyOf, call, type Schema } from "../../queries/requests.ts";

/** A file as it is understood, and its sales against the bills of its outlets and days. */
export type Comparison = Schema<"Comparison">;
/** What a file and the bills differ in. */
export type SalesDifferences = Schema<"Differences">;
/** A bill of ours in those lists. */
export type SalesBill = Schema<"StaffBill">;

type CompareBody = NonNullable<BodyOf<"POST /staff/reconcile">>;
export type Meaning = NonNullable<CompareBody["columns"]>[number];

/** A file of sales in base64. */
export interface SalesFile {
  name: string;
  content: string;
  chosenAt: number;
}

/** What somebody says of a file. */
export type Said = Omit<CompareBody, "file">;

/** A file against the bills; `said` null: as it is remembered. It is compared anew whenever another file is chosen. */
export const useComparison = (file: SalesFile | null, said: Said | null) =>
  useQuery({
    queryKey: ["staff", "reconcile", file?.chosenAt, said],
    queryFn: () =>
      call("POST /staff/reconcile", {
        body: { file: file?.content ?? "", remember: false, ...said },
      }),
    enabled: file !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Fetches all differences for a spreadsheet; it asks for a fresh verification, and is logged. */
export const useDifferencesFile = (file: SalesFile, said: Said) =>
  useMutation({
    mutationFn: (format: "csv" | "xlsx") => {
      const { columns, outletId, dayOrder } = said;
      const body = {
        file: file.content,
        format,
        ...(columns && { columns }),
        ...(outletId && { outletId }),
        ...(dayOrder && { dayOrder }),
      };
      return call("POST /staff/reconcile/file", { body, parseAs: "blob" });
    },
  });

/** The days with bills, from the first to the last, and which were compared: `GET /staff/reconcile/day`. */
export const useOutletDays = (first: string, last: string) =>
  useQuery({
    queryKey: ["staff", "reconcile", "days", first, last],
    queryFn: async ({ signal }) =>
      (await call("GET /staff/reconcile/day", { params: { query: { first, last } }, signal }))
        .dayList,
    refetchOnMount: "always",
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
