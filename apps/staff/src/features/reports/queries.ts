import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";

import { type PageQuery, usePages } from "../../queries/queries.ts";
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

/**
 * Figures, with what was `asked` for: `GET /staff/figures`. While others load those before stay, as `isPlaceholderData`:
 * their rows and spreadsheets are those of their own `asked`.
 */
export const useFigures = (query: FiguresQuery) =>
  useQuery({
    queryKey: ["staff", "figures", query],
    queryFn: async ({ signal }) => ({
      ...(await call("GET /staff/figures", { params: { query }, signal })),
      asked: query,
    }),
    placeholderData: keepPreviousData,
  });

/** What became of vouchers, by reward and by day: `GET /staff/figures/reward`. While others load those before stay. */
export const useRewardFigures = (query: FiguresQuery) =>
  useQuery({
    queryKey: ["staff", "figures", "rewards", query],
    queryFn: async ({ signal }) => ({
      ...(await call("GET /staff/figures/reward", { params: { query }, signal })),
      asked: query,
    }),
    placeholderData: keepPreviousData,
  });

/** Visits, their members, and how many of these came again, in total and by outlet: `GET /staff/figures/visit`. */
export const useVisits = (query: FiguresQuery) =>
  useQuery({
    queryKey: ["staff", "figures", "visits", query],
    queryFn: ({ signal }) => call("GET /staff/figures/visit", { params: { query }, signal }),
    placeholderData: keepPreviousData,
  });

/** Which rows a figure was made of. Balances are of every outlet and of now. */
export type FigureSource =
  | { table: "bills"; figure: NonNullable<QueryOf<"GET /staff/figures/bill">["figure"]> }
  | { table: "members"; figure: NonNullable<QueryOf<"GET /staff/figures/member">["figure"]> }
  | { table: "vouchers"; figure: NonNullable<QueryOf<"GET /staff/figures/voucher">["figure"]> }
  | { table: "balances" };

/** A row that a figure was made of: a bill, member, voucher or balance. What such a row does not have is null. */
export interface FigureRow {
  id: number;
  /** A receipt's number, or what a voucher is for. */
  name: string | null;
  memberId: number;
  /** The day or instant that made it count: of a bill, of joining or leaving, of a voucher's use or claim. */
  at: string | null;
  points: number | null;
  /** Of a bill its net amount, of a voucher its value, in ringgit. */
  amount: string | null;
}

const NOTHING_ELSE = { name: null, at: null, points: null, amount: null };

const INSTANT_OF = {
  used: "usedAt",
  made: "createdAt",
  open: "createdAt",
  cancelled: "cancelledAt",
} as const;

/** The rows that a figure was made of: `GET /staff/figures/bill`, `/member`, `/voucher` or `/balance`. */
export const useFigureRows = (days: FiguresQuery, source: FigureSource) =>
  usePages(
    ["staff", "figures", "rows", days, source],
    (page, signal) => getRows(days, source, page, signal),
    { size: 100, refetchOnMount: true },
  );

async function getRows(
  days: FiguresQuery,
  source: FigureSource,
  page: PageQuery,
  signal: AbortSignal,
): Promise<FigureRow[]> {
  switch (source.table) {
    case "bills": {
      const query = { ...days, ...page, figure: source.figure };
      const found = await call("GET /staff/figures/bill", { params: { query }, signal });
      return found.billList.map(({ id, receiptNumber, memberId, businessDay, points, amount }) => ({
        id,
        name: receiptNumber,
        memberId,
        at: businessDay,
        points,
        amount,
      }));
    }
    case "members": {
      const query = { ...days, ...page, figure: source.figure };
      const found = await call("GET /staff/figures/member", { params: { query }, signal });
      return found.memberList.map(({ id, joinedAt, leftAt }) => ({
        ...NOTHING_ELSE,
        id,
        memberId: id,
        at: source.figure === "left" ? leftAt : joinedAt,
      }));
    }
    case "vouchers": {
      const query = { ...days, ...page, figure: source.figure };
      const found = await call("GET /staff/figures/voucher", { params: { query }, signal });
      return found.voucherList.map((voucher) => ({
        id: voucher.id,
        name: voucher.name,
        memberId: voucher.memberId,
        at: voucher[INSTANT_OF[source.figure]],
        points: voucher.pointsSpent,
        amount: voucher.value,
      }));
    }
    case "balances": {
      const found = await call("GET /staff/figures/balance", { params: { query: page }, signal });
      return found.balanceList.map(({ memberId, points }) => ({
        ...NOTHING_ELSE,
        id: memberId,
        memberId,
        points,
      }));
    }
  }
}

export type FigureTableQuery = QueryOf<"GET /staff/figures/file">;

/** Fetches a spreadsheet; it asks for a fresh verification, and is logged: `GET /staff/figures/file`. */
export const useFigureTable = () =>
  useMutation({
    mutationFn: (query: FigureTableQuery) =>
      call("GET /staff/figures/file", { params: { query }, parseAs: "blob" }),
  });
