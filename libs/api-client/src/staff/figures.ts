import type { paths } from "../generated/schema.d.ts";
import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** The figures of some days, by outlet, day and reward, and what is owed. */
export type Figures = Schema<"Figures">;

/** Malaysian days, `YYYY-MM-DD`, both included, 366 at most; without an outlet all of one's own. */
export interface FiguresQuery {
  first: string;
  last: string;
  outletId?: number;
}

/** Figures: `GET /staff/figures`. */
export const getFigures = (query: FiguresQuery, signal?: AbortSignal): Promise<Figures> =>
  staffBody(() => api().GET("/staff/figures", { params: { query }, signal }));

/** Visits of some days, their members, and how many of these came again. */
export type VisitFigures = Schema<"VisitFigures">;

/** Visits, in total and by outlet: `GET /staff/figures/visit`. */
export const getVisits = (query: FiguresQuery, signal?: AbortSignal): Promise<VisitFigures> =>
  staffBody(() => api().GET("/staff/figures/visit", { params: { query }, signal }));

type QueryOf<Path extends `/api/staff/figures/${"bill" | "member" | "voucher" | "csv"}`> =
  NonNullable<paths[Path]["get"]["parameters"]["query"]>;
type FigureOf<Path extends `/api/staff/figures/${"bill" | "member" | "voucher"}`> = NonNullable<
  QueryOf<Path>["figure"]
>;

/** Which rows a figure was made of. Balances are of every outlet and of now. */
export type FigureSource =
  | { table: "bills"; figure: FigureOf<"/api/staff/figures/bill"> }
  | { table: "members"; figure: FigureOf<"/api/staff/figures/member"> }
  | { table: "vouchers"; figure: FigureOf<"/api/staff/figures/voucher"> }
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

/** Where a page of rows starts, and how many it has at most. */
interface PageQuery {
  limit: number;
  offset: number;
}

const NOTHING_ELSE = { name: null, at: null, points: null, amount: null };

/** Which instant of a voucher made it count. */
const INSTANT_OF = {
  used: "usedAt",
  made: "createdAt",
  open: "createdAt",
  cancelled: "cancelledAt",
} as const;

/** A page of a figure's rows: `GET /staff/figures/bill`, `/member`, `/voucher` or `/balance`. */
export async function getFigureRows(
  days: FiguresQuery,
  source: FigureSource,
  page: PageQuery,
  signal?: AbortSignal,
): Promise<FigureRow[]> {
  switch (source.table) {
    case "bills": {
      const query = { ...days, ...page, figure: source.figure };
      const found = await staffBody(() =>
        api().GET("/staff/figures/bill", { params: { query }, signal }),
      );
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
      const found = await staffBody(() =>
        api().GET("/staff/figures/member", { params: { query }, signal }),
      );
      return found.memberList.map(({ id, joinedAt, leftAt }) => ({
        ...NOTHING_ELSE,
        id,
        memberId: id,
        at: source.figure === "left" ? leftAt : joinedAt,
      }));
    }
    case "vouchers": {
      const query = { ...days, ...page, figure: source.figure };
      const found = await staffBody(() =>
        api().GET("/staff/figures/voucher", { params: { query }, signal }),
      );
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
      const found = await staffBody(() =>
        api().GET("/staff/figures/balance", { params: { query: page }, signal }),
      );
      return found.balanceList.map(({ memberId, points }) => ({
        ...NOTHING_ELSE,
        id: memberId,
        memberId,
        points,
      }));
    }
  }
}

/** Which spreadsheet: figures, or the rows of one. */
export type FigureTableQuery = QueryOf<"/api/staff/figures/csv">;

/** A spreadsheet; it asks for a fresh verification, and is logged: `GET /staff/figures/csv`. */
export const getFigureTable = (query: FigureTableQuery): Promise<Blob> =>
  staffBody(() => api().GET("/staff/figures/csv", { params: { query }, parseAs: "blob" }));
