import { queryOptions, keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";

import { usePages } from "../../queries/queries.ts";
import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** The figures of some days, by outlet, day and tier, and what is owed. */
export type Figures = Schema<"Figures">;

/** Vouchers claimed, used, expired and cancelled on some days, by reward and by day. */
export type RewardFigures = Schema<"RewardFigures">;

/** Malaysian days, `YYYY-MM-DD`, both included, 366 at most; without an outlet all of the user's own. */
export interface FiguresQuery {
  first: string;
  last: string;
  outletId?: number;
}

const figuresOptions = (query: FiguresQuery) =>
  queryOptions({
    queryKey: ["staff", "figures", query],
    queryFn: async ({ signal }) => ({
      ...(await call("GET /staff/figures", { params: { query }, signal })),
      asked: query,
    }),
    placeholderData: keepPreviousData,
  });

/**
 * Figures, with what was `asked` for: `GET /staff/figures`. While others load those before stay, as `isPlaceholderData`:
 * their rows and spreadsheets are those of their own `asked`.
 */
export const useFigures = (query: FiguresQuery) => useQuery(figuresOptions(query));

const rewardFiguresOptions = (query: FiguresQuery) =>
  queryOptions({
    queryKey: ["staff", "figures", "rewards", query],
    queryFn: async ({ signal }) => ({
      ...(await call("GET /staff/figures/reward", { params: { query }, signal })),
      asked: query,
    }),
    placeholderData: keepPreviousData,
  });

/** What became of vouchers, by reward and by day: `GET /staff/figures/reward`. While others load those before stay. */
export const useRewardFigures = (query: FiguresQuery) => useQuery(rewardFiguresOptions(query));

/** Which rows a figure was made of. Balances are of every outlet and of now. */
export type FigureSource =
  | { table: "bills"; figure: "verified" | "pending" | "void" }
  | { table: "members"; figure: "members" | "joined" | "left" | "active_30" | "active_90" }
  | { table: "vouchers"; figure: "used" | "made" | "cancelled" | "open" }
  | { table: "balances" };

/** A row that a figure was made of: a bill, member, voucher or balance. What such a row does not have is null. */
export type FigureRow = Schema<"FigureRow">;

/** The rows that a figure was made of: `GET /staff/figures/row`. */
export const useFigureRows = (days: FiguresQuery, source: FigureSource) =>
  usePages(
    ["staff", "figures", "rows", days, source],
    async (page, signal) => {
      const query = { ...days, ...source, ...page };
      return (await call("GET /staff/figures/row", { params: { query }, signal })).rowList;
    },
    { size: 100, refetchOnMount: true },
  );

export type FigureTableQuery = QueryOf<"GET /staff/figures/file">;

/** Fetches a spreadsheet; it asks for a fresh verification, and is logged: `GET /staff/figures/file`. */
export const useFigureTable = () =>
  useMutation({
    mutationFn: (query: FigureTableQuery) =>
      call("GET /staff/figures/file", { params: { query }, parseAs: "blob" }),
  });
