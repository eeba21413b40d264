import { api } from "@loyalty/api-client/http.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

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
