import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  assessBreach,
  compareSales,
  getLog,
  getLogChain,
  MOST_VERIFIED_SALES,
  verifySales,
  type LogChain,
  type LogQuery,
  type SalesBill,
  type SalesDifferences,
  type VerifiedSales,
} from "../../staff/checks.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;

/** The office log, a page of 50 entries after the other. */
export const useLog = (query: LogQuery) =>
  useInfiniteQuery({
    queryKey: ["staff", "log", query],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getLog({ ...query, ...page }, signal),
      idOf: ({ id }) => id,
    }),
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

/** Lists whom a data breach affects. The log of the office has an entry more then. */
export function useBreach() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: assessBreach,
    onSuccess: () => client.invalidateQueries({ queryKey: ["staff", "log"] }),
  });
}

/** A file of sales against the bills; fetched anew whenever `file` is another, null: none is chosen. */
export const useSalesDifferences = (
  file: { text: string; chosenAt: number } | null,
): UseQueryResult<SalesDifferences> =>
  useQuery({
    queryKey: ["staff", "reconcile", file?.chosenAt ?? null],
    queryFn: () => compareSales(file!.text),
    enabled: file !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Verifies chosen bills of a file, a hundred after the other; the differences and the outlets' bills follow. */
export function useVerifySales(
  text: string,
): UseMutationResult<VerifiedSales, Error, readonly SalesBill[]> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bills) => {
      const billIds = bills.map(({ id }) => id);
      const result: VerifiedSales = { verified: [], refused: [] };
      for (let at = 0; at < billIds.length; at += MOST_VERIFIED_SALES) {
        const done = await verifySales(text, billIds.slice(at, at + MOST_VERIFIED_SALES));
        result.verified.push(...done.verified);
        result.refused.push(...done.refused);
      }
      return result;
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["staff", "reconcile"] }),
        client.invalidateQueries({ queryKey: ["staff", "outlet"] }),
      ]),
  });
}
