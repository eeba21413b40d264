import { useQuery, type UseMutationResult, type UseQueryResult } from "@tanstack/react-query";

import { api } from "../../http.ts";
import { type Schema, staffBody } from "../../staff/requests.ts";
import { useChange, usePages } from "./queries.ts";

/** Who did what, when and why. */
type LogEntry = Schema<"LogEntry">;
/** Up to which entry the log is what was written, and where it breaks. */
export type LogChain = Schema<"LogChain">;

/** Which entries of the log, newest first. */
interface LogQuery {
  /** A name or login as it signs. */
  operator?: string;
  /** A whole act ("earn.verify") or its kind ("earn"). */
  action?: string;
  outletId?: number;
  /** `YYYY-MM-DD`, Malaysian days. */
  first?: string;
  last?: string;
}

const log = ["staff", "log"];

/** The office log: `GET /staff/log`. */
export const useLog = (query: LogQuery) =>
  usePages<LogEntry>([...log, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await staffBody(() => api().GET("/staff/log", { params, signal }))).entryList;
  });

/**
 * Whether the log is what was written: `GET /staff/log/chain`. The whole log is read for it: once a visit, and again by
 * `refetch`.
 */
export const useLogChain = (): UseQueryResult<LogChain> =>
  useQuery({
    queryKey: ["staff", "log-chain"],
    queryFn: ({ signal }) => staffBody(() => api().GET("/staff/log/chain", { signal })),
    staleTime: Infinity,
    refetchOnMount: "always",
  });

/** Whom a data breach affects, by their ids, and what the law asks. */
export type Breach = Schema<"Breach">;

/** When data could be read or changed: from `start` on and before `end`, in ISO 8601 with their zone. */
interface BreachPeriod {
  start: string;
  end: string;
  /** Only by this till. */
  tillId?: number;
}

/** Lists whom a breach affects; it asks for a fresh verification, and is logged: `POST /staff/breach`. */
export const useBreach = () =>
  useChange((body: BreachPeriod) => staffBody(() => api().POST("/staff/breach", { body })), log);

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
