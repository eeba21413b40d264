import { queryOptions, useQuery } from "@tanstack/react-query";

import { usePages, useSend } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

export type LogEntry = Schema<"LogEntry">;
/** Up to which entry the log is what was written, and where it breaks. */
export type LogChain = Schema<"LogChain">;
/** Whom a data breach affects, by their ids, and what the law asks. */
export type Breach = Schema<"Breach">;

const log = ["staff", "log"];

/** The office log, newest first: of a name or login as it signs, an act ("earn.verify") or its kind ("earn"), of Malaysian days. */
export const useLog = (query: QueryOf<"GET /staff/log">) =>
  usePages([...log, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/log", { params, signal })).entryList;
  });

const logChainOptions = queryOptions({
  queryKey: ["staff", "log-chain"],
  queryFn: ({ signal }) => call("GET /staff/log/chain", { signal }),
  staleTime: Infinity,
  refetchOnMount: "always",
});

/** Whether the log is what was written. The whole log is read for it: once a visit, and again by `refetch`. */
export const useLogChain = () => useQuery(logChainOptions);

/**
 * Lists whom a breach affects, from `start` on and before `end`, in ISO 8601 with their zone; it asks for a fresh
 * verification, and is logged.
 */
export const useBreach = () => useSend("POST /staff/breach", {}, log);
