import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";

import {
  getFigureRows,
  getFigures,
  getFigureTable,
  getVisits,
  type FigureSource,
  type FiguresQuery,
} from "../../staff/figures.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 100;

/**
 * The figures of some days, with what was `asked` for. While others load those before stay, as `isPlaceholderData`: their
 * rows and spreadsheets are those of their own `asked`.
 */
export const useFigures = (query: FiguresQuery) =>
  useQuery({
    queryKey: ["staff", "figures", query],
    queryFn: async ({ signal }) => ({ ...(await getFigures(query, signal)), asked: query }),
    placeholderData: keepPreviousData,
  });

/** The visits of some days, in total and by outlet. */
export const useVisits = (query: FiguresQuery) =>
  useQuery({
    queryKey: ["staff", "figures", "visits", query],
    queryFn: ({ signal }) => getVisits(query, signal),
  });

/** The rows that a figure was made of, a page of 100 after the other. */
export const useFigureRows = (days: FiguresQuery, source: FigureSource) =>
  useInfiniteQuery({
    queryKey: ["staff", "figures", "rows", days, source],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getFigureRows(days, source, page, signal),
      idOf: ({ id }) => id,
    }),
  });

/** Fetches figures, or the rows that they were made of, for a spreadsheet. */
export const useFigureTable = () => useMutation({ mutationFn: getFigureTable });
