import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";

import { usePages } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** What was owed for points at the end of a day, rolled forward from another, by outlet. */
export type Liability = Schema<"Liability">;

/** An entry of the ledger, with its bill where it has one. */
export type PointEntry = Schema<"PointEntry">;

/** Malaysian days, `YYYY-MM-DD`, both included. */
export interface Days {
  first: string;
  last: string;
}

/** Why points moved. */
export type Movement = QueryOf<"GET /staff/liability/entry">["kind"];

/** What was owed at the end of `last`: `GET /staff/liability`. While others load, those before stay. */
export const useLiability = (days: Days | null) =>
  useQuery({
    queryKey: ["staff", "liability", days],
    queryFn: ({ signal }) => call("GET /staff/liability", { params: { query: days! }, signal }),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  });

/** The entries of the ledger that a movement is the sum of, of one outlet or of all: `GET /staff/liability/entry`. */
export const usePointEntries = (query: Days & { kind: Movement; outletId?: number }) =>
  usePages(
    ["staff", "liability", "entries", query],
    async (page, signal) =>
      (
        await call("GET /staff/liability/entry", {
          params: { query: { ...query, ...page } },
          signal,
        })
      ).entryList,
    { size: 100 },
  );

/** Fetches the report for a spreadsheet; it asks for a fresh verification, and is logged. */
export const useLiabilityFile = () =>
  useMutation({
    mutationFn: (days: Days & { format: "csv" | "xlsx" }) => {
      const query = { ...days, table: "liability" as const };
      return call("GET /staff/figures/file", { params: { query }, parseAs: "blob" });
    },
  });
