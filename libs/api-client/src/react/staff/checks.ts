import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";

import {
  getLog,
  getLogChain,
  type LogChain,
  type LogEntry,
  type LogQuery,
} from "../../staff/checks.ts";

const PAGE = 50;

/** The office log, a page of 50 entries after the other. */
export const useLog = (query: LogQuery) =>
  useInfiniteQuery({
    queryKey: ["staff", "log", query],
    queryFn: ({ pageParam, signal }) =>
      getLog({ ...query, limit: PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: LogEntry[], all: LogEntry[][]) =>
      last.length === PAGE ? all.length * PAGE : undefined,
    select: ({ pages }) => pages.flat(),
    refetchOnMount: "always",
  });

/** Whether the log is what was written. The whole log is read for it: once a visit, and again by `refetch`. */
export const useLogChain = (): UseQueryResult<LogChain> =>
  useQuery({
    queryKey: ["staff", "log-chain"],
    queryFn: ({ signal }) => getLogChain(signal),
    staleTime: Infinity,
    refetchOnMount: "always",
  });
